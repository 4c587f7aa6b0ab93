"""The training of evaluators.

recipes       what decides a training;   methods   how each method learns
training      the loop of every training
checkpoints   written meanwhile; `resume` goes on from one, before the loop begins
selfplay      games to learn from;   importing   games of others;   datafile   the file of both
datasets      positions as they are learned;   images   the same under symmetries
td            learning from temporal differences;   regression, fitting   from labelled positions
networks      networks of PyTorch;   installing   a network put where `strong` finds it
"""
