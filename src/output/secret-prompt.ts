import {
  createPrompt,
  isEnterKey,
  makeTheme,
  type Status,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';

interface SecretQuestion {
  message: string;
  faultOf: (text: string) => string | undefined;
}

const hideCursor = '\u001b[?25l';

/** Shows how many characters have arrived, so that a paste can be seen, and nothing else of them. */
export const secretPrompt = createPrompt<string, SecretQuestion>(({ message, faultOf }, done) => {
  const theme = makeTheme({});
  const [status, setStatus] = useState<Status>('idle');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const prefix = usePrefix({ status, theme });
  useKeypress((key, editor) => {
    if (status === 'done') return;
    if (!isEnterKey(key)) {
      setText(editor.line);
      setFault(undefined);
      return;
    }
    const found = faultOf(text);
    setFault(found);
    // What cannot be seen cannot be corrected either, so it is entered anew.
    if (found !== undefined) setText('');
    else {
      setStatus('done');
      done(text);
    }
  });
  const line = `${prefix} ${theme.style.message(message, status)}`;
  const shown = status === 'done' ? '(not shown)' : `${theme.style.help(hint(text))}${hideCursor}`;
  return [`${line} ${shown}`, fault === undefined ? '' : theme.style.error(fault)];
});

function hint(text: string): string {
  const { length } = [...text.trim()];
  if (length === 0) return '(not shown)';
  return `(not shown, ${length} ${length === 1 ? 'character' : 'characters'})`;
}
