source /tmp/rev-a/env.sh
cd /tmp/rev-a
nh
node srv.js 7102 100000 1000 /tmp/rev-a/s2.log & SP=$!
sleep 0.4
export DOTAF_BASE_URL=http://127.0.0.1:7102/api/v1 DOTAF_KEY=kkkkkey DOTAF_SECRET=sssssecret DOTAF_RATE_LIMIT=100000/1s
r(){ echo "raw $1" > s2.log.mode; echo "=== $1"; $D check kabul.af --max-wait 3 --timeout 2 --jq '[.status,.available]'  2>&1 | cut -c1-200; echo "[rc ${PIPESTATUS[0]}]"; }
P='"pricing":{"amount":"12.00","currency":"USD"}'
for s in foo queued maintenance quota throttled "rate limited" "unknown" "retry" processing  "service unavailable" "temporarily unavailable" "not found" "invalid" "unsupported" "denied"; do 
 for a in true false; do r '{"success":true,"data":{"domain":"$D","status":"'"$s"'","available":'$a','"$P"'}}'; done; done 2>&1 | sed 's/"pricing".*years":1/…/;s/"success":true,"data":{"domain":"$D",//' 
r '{"success":false,"success":true,"data":{"domain":"$D","status":"available","available":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":false,"available":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"registered","available":true,"available":false,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"is_available":false,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"taken":true,'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"error":"registry timeout",'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"registered","available":false,"error":"registry timeout",'"$P"'}}'
r '{"success":true,"data":{"domain":"$D","status":"available","available":true,"reason":"reserved",'"$P"'}}'
r '{"success":true,"errors":["x"],"data":{"domain":"$D","status":"available","available":true,'"$P"'}}'
echo 'raw {"success":true,"data":{"domain":"$D","status":"\u001b[31mavail\u202eable\n","available":true,"pricing":{"amount":"12.00","currency":"USD"}}}' > s2.log.mode
$D check kabul.af --fields domain,status | od -c | head; $D check kabul.af --csv --fields domain,status
echo 'raw {"success":true,"data":{"domain":"$D","status":"=1+1","available":true,"pricing":{"amount":"12.00","currency":"USD"}}}' > s2.log.mode; $D check kabul.af --csv --fields domain,status
kill $SP
