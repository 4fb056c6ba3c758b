from test_quest_methods import *
def test_p(tmp_path_factory):
    import cProfile, pstats
    pr=cProfile.Profile()
    pr.enable()
    g=ran.__wrapped__(tmp_path_factory) if hasattr(ran,'__wrapped__') else None
    r=next(g)
    pr.disable()
    pstats.Stats(pr,stream=open('/tmp/h/prof.txt','w')).sort_stats('cumulative').print_stats(90)
    open('/tmp/h/out.txt','w').write(r.out)
