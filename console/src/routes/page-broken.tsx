import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { AgainButton } from '../components/messages/again-button.tsx';
import { Notice } from '../components/messages/notice.tsx';
import { answerOf, client } from '../lib/reading/http-client.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

/** Shown when a page throws. React logs the cause. */
export function PageBroken() {
  usePageTitle('Something went wrong');
  return (
    <>
      <h1 className="layout-title">Something went wrong</h1>
      <Notice
        tone="critical"
        role="alert"
        title="This page stopped working"
        action={<Button onClick={() => window.location.reload()}>Reload page</Button>}
      >
        <p>Your organizations aren’t affected.</p>
      </Notice>
    </>
  );
}

export const ConsoleBroken = () => (
  <main className="layout-width layout-main">
    <PageBroken />
  </main>
);

/**
 * Shown if a page's code fails to load. A new release replaced the files only if the service answers. Browsers cache the
 * failure, so only a reload helps, once it does.
 */
export function PageFailure() {
  const [isTrying, setIsTrying] = useState(false);
  const [isInVain, setIsInVain] = useState(false);
  const [isUp, setIsUp] = useState(false);
  usePageTitle('Page not loaded');

  const tryAgain = async () => {
    setIsTrying(true);
    if (await answers()) window.location.reload();
    else {
      setIsTrying(false);
      setIsInVain(true);
      setIsUp(false);
    }
  };

  useEffect(() => {
    void answers().then(setIsUp);
    const again = () => void tryAgain();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  });

  return (
    <>
      <h1 className="layout-title">Couldn’t load this page</h1>
      <Notice
        tone="critical"
        role="alert"
        title={isUp ? 'orgdesk was updated' : isInVain ? 'Still can’t reach orgdesk' : 'Can’t reach orgdesk'}
        action={
          <AgainButton notBefore={null} isBusy={isTrying} onPress={() => void tryAgain()}>
            {isTrying ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>
          {isUp ? 'Try again to load the new version.' : 'You may be offline, or orgdesk may be down.'} Pages you
          already opened still work.
        </p>
      </Notice>
    </>
  );
}

const answers = (): Promise<boolean> =>
  answerOf(client.getAbout).then(
    () => true,
    () => false,
  );
