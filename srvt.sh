source /tmp/rev-a/env.sh
cd /tmp/rev-a; rm -rf sv; mkdir sv; cd sv
nh
node ../srv.js 7105 100000 1000 $PWD/s.log & SP=$!
sleep 0.4
export DOTAF_BASE_URL=http://127.0.0.1:7105/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=1000/1s
for i in $(seq 200); do echo n$i.af; done > l.txt; seq 5 | sed 's/.*/m&.af/' > s5.txt
S(){ echo "$1" > s.log.mode; }
c(){ echo "=== $1"; shift; local a=$(date +%s.%N); timeout 60 $D "$@" 2>err | tail -n 2; echo "[rc ${PIPESTATUS[0]}] $(echo "$(date +%s.%N)-$a"|bc)s req $(wc -l < s.log)"; tail -n 4 err | cut -c1-400; : > s.log; }
S "slow 60"; echo "--- epipe+out"; $D check --file l.txt --out ep.jsonl --expect available 2>err| head -n 2 ; echo "rc ${PIPESTATUS[0]} $(wc -l < ep.jsonl)"; cat err; : > s.log
# server dies in the middle and comes back
( sleep 0.6; kill -9 $SP ) & 
( sleep 4; exec node ../srv.js 7105 100000 1000 $PWD/s.log ) & SP2=$!
S "slow 100"
c dies check --file l.txt --out d.jsonl
python3 -c "
import json,collections
r=[json.loads(l) for l in open('d.jsonl')];print(len(r),len({x['domain'] for x in r}),collections.Counter(str(x.get('available',x.get('error',{}).get('code'))) for x in r))"
S "st 429 1"; c 429once check --file s5.txt --max-wait 20
S "st 429"; c 429always check --file s5.txt --max-wait 3
S "st 429"; c 429one check q.af --max-wait 3
S 'st 429 1 {"retry-after":"2"}'; c ra2 check ra2.af
S 'st 429 1 {"retry-after":"2, 4"}'; c ra24 check ra24.af
S 'st 429 1 {"retry-after":["1","3"]}'; c ra13 check ra13.af
S 'st 429 1 {"retry-after":"100"}'; c ra100 check ra100.af --max-wait 5
S 'date 3'; c radate check radate.af
S 'st 408 1'; c 408 check a408.af
S 'st 503 2'; c 503 check a503.af
S 'st 500 1'; c 500 check a500.af
S 'st 502 1'; c 502 check a502.af
S 'st 504 1'; c 504 check a504.af
S 'st 400'; c 400 check a400.af
S 'st 401'; c 401 check a401.af; c 401l check --file s5.txt
S 'st 403'; c 403 check a403.af
S 'st 404'; c 404 check a404.af; 
S 'st 302 9 {"location":"http://127.0.0.1:7105/api/v1/x"}'; c 302 check a302.af
S 'st 204'; c 204 check a204.af
S garbage;  c garb check g.af; c garbl check --file s5.txt
S trunc; c trunc check g.af --max-wait 3
S drip; c drip check g.af --timeout 1 --max-wait 3
S hang; c hang check g.af --timeout 1 --max-wait 3
S reset; c reset check g.af  --max-wait 3
kill $SP2
c refused check g.af --max-wait 3
c refusedl check --file s5.txt --max-wait 3 --json
