source /tmp/rev-a/env.sh
cd /tmp/rev-a; rm -rf md; mkdir md; cd md
nh
node ../srv.js 7106 100000 1000 $PWD/s.log & SP=$!
sleep 0.4
export DOTAF_BASE_URL=http://127.0.0.1:7106/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=1000/1s
for i in $(seq 200); do echo n$i.af; done > l.txt;
S(){ echo "$1" > s.log.mode; }
mid(){ echo "=== mid $1"; S "slow 100"; : > s.log; ( sleep 0.55; S "$1" ) & timeout 100 $D check --file l.txt --out m$2.jsonl --max-wait 3 --timeout 1 --json > rows$2 2>err; echo "[rc $?] rows $(wc -l < rows$2) out $(wc -l < m$2.jsonl) req $(wc -l < s.log)"; cut -c1-300 err
python3 -c "
import json,collections
for f in ('rows$2','m$2.jsonl'):
  r=[json.loads(l) for l in open(f)];print(f,len(r),len({x['domain'] for x in r}),collections.Counter(str(x.get('available',x.get('error',{}).get('code'))) for x in r))"; 
S ok;  timeout 100 $D check --file l.txt --out m$2.jsonl --resume > rr 2>err;  echo "[resume rc $?] $(wc -l < rr)"; cut -c1-300 err; wc -l m$2.jsonl; }
mid garbage g
mid "st 401" u
mid "st 500" f
mid "st 404" nf
mid "st 302" rd
mid 'raw {"success":true,"data":{"domain":"$D","status":"foo","available":false,"registered":true}}' x
echo "== one bad"; S 'st 404'; echo kabul.af | $D check - --json; echo "[rc $?]"; $D check a.af b.af --json; echo "[rc $?]"; S 'st 500';  $D check a.af b.af --json; echo "[rc $?]"; 
kill $SP
