source /tmp/rev-a/env.sh
nh
t(){ echo "=== $1"; shift; "$@"; echo "[rc $?]"; }
p(){ echo "=== $1"; local l=$1 s=$2; shift 2; printf "$s" | $D check --sandbox - --jq '[.domain,.available,.error.message]|@csv' "$@"; echo "[rc ${PIPESTATUS[1]}]"; }
cd /tmp/rev-a
t fieldscsv $D check --sandbox kabul.af --csv --fields domain
t fieldscsv2 $D check --sandbox kabul.af balkh.af --csv --fields domain,available
python3 - <<'P'
open('u16.txt','wb').write('kabul.af\nherat.af\n'.encode('utf-16'))
open('u16le.txt','wb').write('kabul.af\nherat.af\n'.encode('utf-16-le'))
open('u16be.txt','wb').write('kabul.af\nherat.af\n'.encode('utf-16-be'))
open('u16be_bom.txt','wb').write(b'\xfe\xff'+'kabul.af\nherat.af\n'.encode('utf-16-be'))
open('bom.txt','wb').write(b'\xef\xbb\xbfkabul.af\r\nherat.af\r\n')
open('cr.txt','wb').write(b'kabul.af\rherat.af\r')
open('latin.txt','wb').write('münchen.af\nkabul.af\n'.encode('latin1'))
open('one16.txt','wb').write('ab\n'.encode('utf-16-le'))
open('dari16.txt','wb').write('کابل.af\n'.encode('utf-16-le'))
open('arabic16.txt','wb').write('کابل\nهرات\n'.encode('utf-16-le'))
import zipfile
z=zipfile.ZipFile('wb.xlsx','w'); z.writestr('[Content_Types].xml','<x/>'); z.writestr('xl/workbook.xml','a.af'); z.close()
open('old.xls','wb').write(bytes.fromhex('d0cf11e0a1b11ae1')+b'\0'*500)
open('n.gz','wb').write(__import__('gzip').compress(b'kabul.af\n'))
open('n.pdf','wb').write(b'%PDF-1.4\n1 0 obj\n<< /A (kabul.af) >>\nendobj\n')
open('n.rtf','wb').write(b'{\\rtf1\\ansi kabul.af\\par herat.af}')
open('n.html','wb').write(b'<html><body>\n<a href="http://kabul.af">x</a>\n</body></html>\n')
open('nul.txt','wb').write(b'kabul.af\0herat.af\0')
P
for f in u16 u16le u16be u16be_bom bom cr latin one16 dari16 arabic16 nul; do t $f $D check --sandbox --file $f.txt --jq '[.domain,.available,.error.message]|@csv'; done
for f in wb.xlsx old.xls n.gz n.pdf n.rtf n.html; do t $f $D check --sandbox --file $f --jq '[.domain,.available,.error.message]|@csv'; done
t dir $D check --sandbox --file /tmp
t missing $D check --sandbox --file nope.txt
