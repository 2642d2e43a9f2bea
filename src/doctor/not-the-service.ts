import type { ApiReply } from '../api/transport.ts';
import { excerpt } from '../core/text.ts';
import type { Failure } from '../errors.ts';

const logIn =
  'log in to the network in a browser and try again; if there is no such page, check the base URL: dotaf auth status';

const wrongBaseUrl = 'compare the base URL with the one in your reseller portal: dotaf auth status';

/** Says more about an answer that comes from something else, such as the log-in page of a network. */
export function explainStranger(failure: Failure, reply: ApiReply | undefined, url: URL): Failure {
  if (reply === undefined || !failure.details.isNotTheService) return failure;
  const { status, text, headers } = reply;
  if (status >= 300 && status < 400) return explainRedirect(failure, headers.location ?? '', url);
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text) ?? [];
  const isPage = text.trimStart().startsWith('<') || headers['content-type']?.includes('html');
  const page = title.trim() === '' ? 'a web page' : `the web page '${excerpt(title, 60)}'`;
  if (status === 404 || status === 405) {
    const what = isPage ? `HTTP ${status} and ${page}` : `HTTP ${status}`;
    return failure.saying(`the API is not at this base URL: ${what}`, wrongBaseUrl);
  }
  if (!isPage) return failure;
  return failure.saying(`${page} answers in place of the service`, logIn);
}

function explainRedirect(failure: Failure, location: string, url: URL): Failure {
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (target === undefined) return failure;
  if (target.hostname === url.hostname) {
    const where = excerpt(target.origin + target.pathname, 120);
    return failure.saying(`the service redirects to ${where}`, wrongBaseUrl);
  }
  return failure.saying(
    `the answer redirects to ${target.origin}, as the log-in page of a network does`,
    logIn,
  );
}
