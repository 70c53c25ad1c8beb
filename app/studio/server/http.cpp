#include "app/studio/server/http.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <deque>
#include <limits>
#include <list>
#include <optional>
#include <set>

#include "app/studio/server/target.hpp"
#include "base/error.hpp"

namespace evorisk::app {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::beast::error_code;
using tcp = asio::ip::tcp;
using std::chrono::seconds;

constexpr std::size_t workers = 32;
constexpr std::uint32_t largest_head = 16384;  // bytes
// Browsers open connections before they need them. Those must not be closed before the browser
// thinks so itself: what it then sends would be lost.
constexpr seconds until_first_byte{90};
constexpr seconds until_head{10};  // from the first byte
constexpr seconds until_body{30};
constexpr seconds until_written{60};
constexpr seconds until_closed{2};  // by the client, which may still be sending what is not read
// A client of a response that goes on gets a comment now and then, by which both sides notice that
// the other has gone.
constexpr seconds between_signs{15};
constexpr int unheard = 20000;  // milliseconds after which the system gives a silent client up
constexpr std::size_t most_queued = std::size_t{8} << 20;  // bytes that a listener has not read

Request request_of(const http::request<http::string_body>& from, const std::string& peer) {
  Request request{.method = std::string(from.method_string()), .peer = peer};
  std::tie(request.path, request.query) = read_target(std::string(from.target()));
  for (const auto& field : from) {
    // Two of one name mean nothing good: the guard then sees neither host nor origin it knows.
    const auto [at, first] = request.headers.emplace(
        boost::to_lower_copy(std::string(field.name_string())), field.value());
    if (!first) at->second += ", " + std::string(field.value());
  }
  return request;
}

// The response as it is sent; without a length when it goes on.
std::string bytes_of(const Response& response, bool with_body) {
  const auto status = static_cast<http::status>(response.status);
  std::string text =
      fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Type: {}\r\n", response.status,
                  std::string(http::obsolete_reason(status)), response.type);
  if (!response.follow && response.status != 304)
    text += fmt::format("Content-Length: {}\r\n", response.body.size());
  for (const auto& [name, value] : response.headers) text += fmt::format("{}: {}\r\n", name, value);
  text += "\r\n";
  if (with_body) text += response.body;
  return text;
}

Response refused(int status) {
  return {.status = status,
          .body = fmt::format("{{\"error\": \"refused: status {}\"}}", status),
          .headers = {{"X-Content-Type-Options", "nosniff"}}};
}

class Connection;

}  // namespace

struct HttpServer::Impl {
  std::function<Response(const Request&)> answer;
  std::function<std::size_t(const Request&)> largest_body;
  // Of the thread that runs `io`:
  std::set<Connection*> open;
  std::list<Connection*> waiting;  // without a whole request, the oldest first
  bool stopping = false;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer pause{io};
  asio::thread_pool pool{workers};
  std::atomic<bool> ended{false};

  void accept();
  void let_in(tcp::socket socket);
  // Closes the oldest one that waits, of this address if given.
  void close_oldest(const std::string* address);
};

namespace {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(HttpServer::Impl& server, tcp::socket socket, std::string from)
      : address(std::move(from)), server_(server), socket_(std::move(socket)), timer_(server.io) {
    server_.open.insert(this);
    place_ = server_.waiting.insert(server_.waiting.end(), this);
  }
  ~Connection() { forget(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const std::string address;

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &unheard, sizeof unheard);
    within(until_first_byte);
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
      if (!error) self->read_head();
    });
  }

  // Ends what only waits or listens; what is being answered ends by itself.
  void stop() {
    if (place_ || follows_ || closing_) close();
  }

  void close() {
    forget();
    error_code ignored;
    timer_.cancel();
    socket_.close(ignored);
    // What it was kept for may have to wait for others.
    if (kept_) asio::post(server_.pool, [kept = std::move(kept_)] {});
  }

  // Sends more; `last`: and closes then.
  void push(std::string text, bool last) {
    if (!socket_.is_open() || last_) return;
    queued_ += text.size();
    queue_.push_back(std::move(text));
    last_ = last;
    if (queued_ > most_queued && follows_) return close();
    if (queue_.size() == 1) write();
  }

  // What is kept for this client.
  void keep(std::shared_ptr<void> what) {
    kept_ = std::move(what);
    if (!socket_.is_open()) close();
  }

 private:
  void forget() {
    server_.open.erase(this);
    if (place_) server_.waiting.erase(*place_);
    place_.reset();
  }

  void within(seconds time) {
    timer_.expires_after(time);
    timer_.async_wait([weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (!error && self) self->close();
    });
  }

  void read_head() {
    within(until_head);
    parser_.header_limit(largest_head);
    parser_.body_limit(std::numeric_limits<std::uint64_t>::max());  // the head decides
    http::async_read_header(socket_, buffer_, parser_,
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (!self->socket_.is_open()) return;
                              error ? self->refuse(error) : self->read_body();
                            });
  }

  void read_body() {
    request_ = request_of(parser_.get(), address);
    if (request_.method != "POST") return compute();
    const std::size_t most = server_.largest_body(request_);
    const auto length = parser_.content_length();
    if (length && *length > most) {
      request_.headers["x-too-large"] = std::to_string(*length);
      return compute();
    }
    within(until_body);
    if (request_.header("expect") == "100-continue") push("HTTP/1.1 100 Continue\r\n\r\n", false);
    parser_.body_limit(most);
    http::async_read(socket_, buffer_, parser_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                       if (!self->socket_.is_open()) return;
                       if (error && error != http::error::body_limit) return self->refuse(error);
                       if (error) self->request_.headers["x-too-large"] = "chunked";
                       if (!error) self->request_.body = std::move(self->parser_.get().body());
                       self->compute();
                     });
  }

  // Of what is no request.
  void refuse(error_code error) {
    if (error == http::error::header_limit) return respond(bytes_of(refused(431), true));
    const bool parsed =
        error.category() == http::make_error_code(http::error::end_of_stream).category();
    if (!parsed || error == http::error::end_of_stream || error == http::error::partial_message)
      return close();
    respond(bytes_of(refused(400), true));
  }

  void compute() {
    server_.waiting.erase(*place_);
    place_.reset();
    timer_.cancel();
    asio::post(server_.pool,
               [self = shared_from_this(), work = asio::make_work_guard(server_.io)]() mutable {
                 self->answer();
                 // Connections end in their own thread.
                 asio::post(work.get_executor(), [kept = std::move(self)] {});
               });
  }

  // In a worker.
  void answer();

  void respond(std::string text) {
    within(until_written);
    push(std::move(text), true);
  }

  void follow(std::string head) {
    if (server_.stopping) return close();
    follows_ = true;
    push(std::move(head), false);
    sign();
    watch();
  }

  // Reads what a listener has no reason to send, to notice when it goes.
  void watch() {
    socket_.async_read_some(asio::buffer(rest_),
                            [self = shared_from_this()](error_code error, std::size_t) {
                              error ? self->close() : self->watch();
                            });
  }

  void sign() {
    timer_.expires_after(between_signs);
    timer_.async_wait([weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (error || !self) return;
      self->push(":\n\n", false);
      self->sign();
    });
  }

  void write() {
    asio::async_write(socket_, asio::buffer(queue_.front()),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error || !self->socket_.is_open()) return self->close();
                        self->queued_ -= self->queue_.front().size();
                        self->queue_.pop_front();
                        if (!self->queue_.empty()) return self->write();
                        if (self->last_) self->finish();
                      });
  }

  // Closing with something unread would make the client lose what it was sent.
  void finish() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    closing_ = true;
    if (server_.stopping || follows_) return close();
    within(until_closed);
    watch();
  }

  HttpServer::Impl& server_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  http::request_parser<http::string_body> parser_;
  Request request_;
  std::optional<std::list<Connection*>::iterator> place_;  // among those that wait
  std::deque<std::string> queue_;                          // being written
  std::size_t queued_ = 0;                                 // bytes in it
  bool follows_ = false;
  bool last_ = false;  // nothing comes after what is queued
  bool closing_ = false;
  std::array<char, 1024> rest_{};
  std::shared_ptr<void> kept_;
};

// The server's side of a connection for those who send from other threads.
class Channel final : public Listener {
 public:
  Channel(asio::io_context& io, std::weak_ptr<Connection> to) : io_(io), to_(std::move(to)) {}
  void send(std::string text) override { push(std::move(text), false); }
  void end() override { push({}, true); }

 private:
  void push(std::string text, bool last) {
    asio::post(io_, [to = to_, text = std::move(text), last]() mutable {
      if (const auto connection = to.lock()) connection->push(std::move(text), last);
    });
  }

  asio::io_context& io_;
  std::weak_ptr<Connection> to_;
};

void Connection::answer() {
  Response response;
  try {
    response = server_.answer(request_);
  } catch (const std::exception&) {
    response = refused(500);
  }
  const bool follows = static_cast<bool>(response.follow);
  asio::post(server_.io, [self = shared_from_this(), follows,
                          text = bytes_of(response, request_.method != "HEAD")]() mutable {
    if (!self->socket_.is_open()) return;
    follows ? self->follow(std::move(text)) : self->respond(std::move(text));
  });
  if (!follows) return;
  try {
    auto kept = response.follow(std::make_shared<Channel>(server_.io, weak_from_this()));
    asio::post(server_.io, [self = shared_from_this(), kept = std::move(kept)]() mutable {
      self->keep(std::move(kept));
    });
  } catch (const std::exception&) {
    // Its head may be sent already: the client sees the stream end, and asks again.
    asio::post(server_.io, [self = shared_from_this()] { self->close(); });
  }
}

}  // namespace

void HttpServer::Impl::accept() {
  acceptor.async_accept([this](error_code error, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!error) {
      let_in(std::move(socket));
      return accept();
    }
    // There are no more descriptors: those that do not need theirs give one back.
    close_oldest(nullptr);
    pause.expires_after(std::chrono::milliseconds(20));
    pause.async_wait([this](error_code stopped) {
      if (!stopped) accept();
    });
  });
}

void HttpServer::Impl::let_in(tcp::socket socket) {
  error_code gone;
  const std::string address = socket.remote_endpoint(gone).address().to_string();
  const auto own = [&](const Connection* other) { return other->address == address; };
  if (gone || open.size() >= most_open ||
      std::ranges::count_if(open, own) >= std::ptrdiff_t{most_open_of_one})
    return;
  if (std::ranges::count_if(waiting, own) >= std::ptrdiff_t{most_waiting_of_one})
    close_oldest(&address);
  if (waiting.size() >= most_waiting) close_oldest(nullptr);
  std::make_shared<Connection>(*this, std::move(socket), address)->start();
}

void HttpServer::Impl::close_oldest(const std::string* address) {
  const auto found = std::ranges::find_if(waiting, [&](const Connection* connection) {
    return address == nullptr || connection->address == *address;
  });
  if (found != waiting.end()) (*found)->shared_from_this()->close();
}

HttpServer::HttpServer(std::function<Response(const Request&)> answer,
                       std::function<std::size_t(const Request&)> largest_body)
    : impl_(std::make_unique<Impl>()) {
  impl_->answer = std::move(answer);
  impl_->largest_body = std::move(largest_body);
}

HttpServer::~HttpServer() {
  impl_->pool.join();
}

int HttpServer::bind(const std::string& host, int port) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 2 * most_open) {
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, 2 * most_open);
    setrlimit(RLIMIT_NOFILE, &files);
  }
  error_code error;
  tcp::resolver resolver(impl_->io);
  for (const auto& found :
       resolver.resolve(host, std::to_string(port),
                        tcp::resolver::passive | tcp::resolver::numeric_service, error)) {
    tcp::acceptor& acceptor = impl_->acceptor;
    const tcp::endpoint at = found.endpoint();
    if (acceptor.is_open()) acceptor.close(error);
    acceptor.open(at.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(at, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return acceptor.local_endpoint().port();
  }
  throw SystemError(
      "cannot listen on {}: the address is not this computer's, or its port is in use", host);
}

void HttpServer::run() {
  asio::post(impl_->io, [this] { impl_->accept(); });
  impl_->io.run();
  impl_->ended = true;
  impl_->ended.notify_all();
}

void HttpServer::stop() {
  asio::post(impl_->io, [this] {
    impl_->stopping = true;
    impl_->acceptor.close();
    impl_->pause.cancel();
    for (Connection* connection : std::set<Connection*>(impl_->open))
      connection->shared_from_this()->stop();
  });
  impl_->ended.wait(false);
}

}  // namespace evorisk::app
