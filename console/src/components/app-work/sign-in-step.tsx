import { Link } from '@primer/react';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { hasStatus } from '../../lib/reading/http-client.ts';

interface SignInStepProps {
  readonly failure: unknown;
  /** Whether the request let the App continue, which needs a recent sign-in. */
  readonly wasApproved: boolean;
}

/** Offers a sign-in that keeps what was entered. Renders nothing for other failures. */
export function SignInStep({ failure, wasApproved }: SignInStepProps) {
  if (!wasApproved || !hasStatus(failure, 403)) return null;
  return (
    <p>
      <Link href={signInHref(addressHere())} target="_blank" inline>
        Sign in again (new tab)
      </Link>
      , then return here and try again. What you entered stays here.
    </p>
  );
}
