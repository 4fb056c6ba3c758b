"""ACS: does a response satisfy an arithmetic constraint of its request?"""
