// Read once for all sources of the tests (cmake/options.cmake); no source includes it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/precompiled.hpp"
