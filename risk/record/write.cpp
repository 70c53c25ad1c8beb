#include "risk/record/lines.hpp"
#include "risk/record/record.hpp"

namespace evorisk::risk {

struct RecordWriter::Impl {
  RecordHeader header;
  RecordLines lines;
  RecordSum sum;
  std::string text;

  void write(const std::string& body) { text += sum.seal(body); }
};

RecordWriter::RecordWriter(RecordHeader header) : impl_(std::make_unique<Impl>()) {
  impl_->header = std::move(header);
}
RecordWriter::~RecordWriter() = default;
RecordWriter::RecordWriter(RecordWriter&&) noexcept = default;

void RecordWriter::set_key(const StreamKey& key) {
  impl_->header.key = key;
}

void RecordWriter::on_start(const State& state) {
  impl_->lines = {};
  impl_->sum = {};
  impl_->text.clear();
  impl_->write(RecordLines::header(impl_->header, state.variant()));
}

void RecordWriter::on_event(const State& state, const Event& event) {
  if (impl_->lines.turn_end_due(state)) impl_->write(impl_->lines.turn_end(state));
  impl_->write(impl_->lines.event(state, event));
}

void RecordWriter::on_finish(const State& state, const MatchResult& result, const Action* refused,
                             Refusal why) {
  if (impl_->lines.turn_end_due(state)) impl_->write(impl_->lines.turn_end(state));
  if (refused) impl_->write(RecordLines::refused(state, *refused, why));
  if (result.fault > Fault::illegal) impl_->write(RecordLines::forfeit(result));
  impl_->write(RecordLines::end(result));
}

const std::string& RecordWriter::text() const {
  return impl_->text;
}

std::string play_record(const Variant& variant, const RecordHeader& header) {
  MatchPlayer player(variant, header.agents);
  RecordWriter writer(header);
  player.play(header.key, nullptr, &writer);
  return writer.text();
}

}  // namespace evorisk::risk
