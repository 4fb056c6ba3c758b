"""Runs the passes and stages of a collection on a Spark cluster.

    with cluster("sc://spark.example.org:15002", work / "shards") as engine:
        found = collect(people, library, options, work, engine=engine)

Passes, stages and files are the same as on one machine, to the byte. The cluster reads the dumps
shard by shard, and runs the stages part by part. Workers need the same versions of Python, Tamis
and the packages of the extra `collect`, and must see the dumps and the work folder under the same
paths.
"""

from __future__ import annotations

from tamis.collect.engine.spark import cluster, engine_of

__all__ = ["cluster", "engine_of"]
