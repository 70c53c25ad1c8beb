// Where others find this computer.
#pragma once

#include <string>

namespace evorisk::app {

// Whether only this computer can reach this address.
bool is_loopback(const std::string& host);
// Whether it stands for all addresses of this computer.
bool is_every_address(const std::string& host);
// The address of this computer in the network that it uses by itself; "127.0.0.1" without one.
std::string own_address();
// "http://192.168.1.20:8080"
std::string web_address(const std::string& host, int port);

}  // namespace evorisk::app
