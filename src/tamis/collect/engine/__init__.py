"""The stages of a collection on Spark, where the user names a cluster.

    with cluster("sc://spark.example.org:15002", work / "shards") as engine:
        found = collect(people, library, options, work, engine=engine)

The passes, stages and files are those of one machine, and so are the bytes that come out; the
cluster reads the dumps, shard by shard, and does the works part by part. Workers need the same
versions of Python, Tamis and what the extra `collect` brings, and a disk that shows them the dumps
and the work folder under the same paths.
"""

from __future__ import annotations

from tamis.collect.engine.spark import cluster, engine_of

__all__ = ["cluster", "engine_of"]
