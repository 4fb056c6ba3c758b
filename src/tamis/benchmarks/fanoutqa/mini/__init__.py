"""A small wiki of our own and questions over it in the released form; see its README."""

from tamis.benchmarks.fanoutqa.mini.build import build_folder, build_zim, read_pages

__all__ = ["build_folder", "build_zim", "read_pages"]
