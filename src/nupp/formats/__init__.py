"""Floor 2: how games are written down."""

from nupp.formats.record import GameRecord, RecordError, parse_record, read_records, record_of

__all__ = ["GameRecord", "RecordError", "parse_record", "read_records", "record_of"]
