import { Link } from '@primer/react';
import { useCodeHost } from '../../../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../../../lib/address/sign-in-href.ts';
import { formatMinuteBy } from '../../../../lib/words/reader-locale.ts';
import { reasonWords } from '../../withheld/withheld-words.ts';
import type { UnreadProps } from './organization-lines.tsx';

/** For reasons other than those that limit the person's access. */
export function UnreadWords({ organization: { login }, failure }: UnreadProps) {
  const { name: codeHost } = useCodeHost();
  const { reason, words, retryAt } = failure;
  const isKnown = reason === 'refused' || reason === 'unreachable';
  const known = isKnown ? reason : reason === 'limit' ? 'rate-limited' : 'out-of-time';
  const why =
    reason === 'token-rejected' ? 'your sign-in is no longer valid' : reasonWords({ reason: known, words }, codeHost);
  const message = `Couldn’t load ${login}: ${why}`;
  const until = retryAt === null ? '' : `. Try again at ${formatMinuteBy(new Date(retryAt), new Date())}`;
  return (
    <>
      <span className="organization-lines-words" title={message + until}>
        {message}
        {until}
      </span>
      {reason === 'token-rejected' && (
        <Link href={signInHref(addressHere())} inline>
          Sign in again
        </Link>
      )}
    </>
  );
}
