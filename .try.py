import sys,random
sys.path.insert(0,'.')
from collections import defaultdict
from domain.rulesets import registry
from tests.rulesets.kit import Sitting
from domain.table.fold import Fold
from domain.table import explaining
from projections.sentences import Teller
R=registry()[sys.argv[1]]
seen=defaultdict(list)
miss=set()
for n,(seats,opts) in enumerate(R.setups()*int(sys.argv[2])):
    st=Sitting(R,seats,opts,f"x{n}").play_out(seed=n)
    f=Fold(R)
    T={l:Teller(R,l,{1:'Ala',2:'Ola',3:'Jan',4:'Ewa'}) for l in('en','pl')}
    for lg in st.log:
        b=f.game; f.read([lg])
        if type(lg.event) in R.explained:
            steps=explaining.argument(R,b,lg.event,None)
            lack=set(lg.rules)-{s.clause for s in steps}
            if lack: miss.add((type(lg.event).__name__,tuple(sorted(lack))))
            key=(type(lg.event).__name__,tuple(sorted({s.text.text for s in steps})))
            if len(seen[key])<1:
                seen[key].append([(s.clause,T['en'].tell(s.text),T['pl'].tell(s.text),s.numbers) for s in steps])
for k,v in sorted(seen.items()):
    print('==',k[0])
    for st in v:
        for c,a,b,nums in st: print('  ',c,'|',a,'|',b if len(sys.argv)>3 else '','|',nums)
print('MISSING',miss)
