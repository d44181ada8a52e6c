import { FRESH_SIGN_IN_MINUTES } from '@orgdesk/contract/limits';
import { Checkbox } from '@primer/react';
import { useId } from 'react';
import { formatMinuteBy } from '../../lib/reader-locale.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { PageLink } from '../controls/page-link.tsx';
import { disabledText, notContinuingTexts } from './app-work-texts.ts';
import { APP_WORK_ANCHOR } from './get-app-work.ts';
import type { Continuing, ContinuingPlace } from './use-continuing.ts';
import './app-work.css';

interface ContinueTickProps {
  readonly continuing: Continuing;
  /** Whether the job changes access to repositories, of which the App may cover some only. */
  readonly changesRepositories?: boolean;
}

/** Disabled with the reason where it is not possible. */
export function ContinueTick({ continuing, changesRepositories = false }: ContinueTickProps) {
  const id = useId();
  const { places, isPossible, isChosen, choose } = continuing;
  const [only, ...others] = places;
  const isAcross = others.length > 0;
  if (only === undefined) return null;
  return (
    <div className="continue-tick">
      <Checkbox
        id={id}
        checked={isChosen}
        disabled={!isPossible}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => choose(target.checked)}
      />
      <div className="continue-tick-text">
        <label htmlFor={id}>Continue after I sign out</label>
        <div className="continue-tick-hint" id={`${id}-hint`}>
          {isPossible && <PossibleHint />}
          {isPossible && only.state.kind === 'unread' && !isAcross && (
            <p>The App’s permissions couldn’t be checked, so it may stop when your session ends.</p>
          )}
          {isPossible && changesRepositories && places.some(hasSelectedRepositories) && (
            <p>
              The App covers selected repositories only. Changes of access to repositories wait until somebody who is
              signed in resumes them.
            </p>
          )}
          {isAcross && notContinuingTexts(places).map((text) => <p key={text}>{text}</p>)}
          {!isAcross && disabledText(only.state) !== null && <p>{disabledText(only.state)}</p>}
          {!isAcross && only.state.kind === 'off' && (
            <p>
              An owner has to allow this under <SettingLink login={only.login} />.
            </p>
          )}
          {!isAcross && only.state.kind === 'impossible' && (
            <p>
              See <SettingLink login={only.login} />.
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const hasSelectedRepositories = ({ state }: ContinuingPlace): boolean =>
  (state.kind === 'possible' || state.kind === 'unread') && state.repositories === 'selected';

function PossibleHint() {
  const { expiresAt } = useSignedIn();
  return (
    <p>
      The App then makes the changes on your behalf, as long as you stay an owner. Needs a sign-in of the last{' '}
      {FRESH_SIGN_IN_MINUTES} minutes. Without this, changes stop when your session ends (
      {formatMinuteBy(new Date(expiresAt), new Date())} at the latest).
    </p>
  );
}

/** Opens a tab of its own, because what was entered here would be lost. */
function SettingLink({ login }: { readonly login: string }) {
  return (
    <PageLink to="/organizations/$login/installation" params={{ login }} hash={APP_WORK_ANCHOR} target="_blank" inline>
      Installation (new tab)
    </PageLink>
  );
}
