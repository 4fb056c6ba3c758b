"""FanOutQA's mini data: a wiki of invented islands, and questions over it."""

from mini.fanoutqa.build import build_folder, build_zim, read_pages

__all__ = ["build_folder", "build_zim", "read_pages"]
