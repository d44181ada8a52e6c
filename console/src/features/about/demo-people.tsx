import type { DemoPerson } from '@orgdesk/client';
import { Notice } from '../../components/messages/notice.tsx';
import { Portrait } from '../../components/portrait.tsx';
import './demo.css';

interface DemoPeopleProps {
  readonly people: readonly DemoPerson[];
}

export function DemoPeople({ people }: DemoPeopleProps) {
  return (
    <section className="demo-people" aria-labelledby="demo-people-title">
      <Notice tone="warning" title="This is a demonstration">
        <p>
          It runs against a simulated code host with invented people and organizations. Nothing you do here reaches a
          real one.
        </p>
      </Notice>
      <h2 className="demo-people-title" id="demo-people-title">
        People you can sign in as
      </h2>
      <p className="demo-people-hint">You choose one on the next page. There are no passwords.</p>
      <ul className="demo-people-list">
        {people.map(({ login, description }) => (
          <li className="demo-people-person" key={login}>
            <Portrait url={null} login={login} size={32} />
            <span className="demo-people-words">
              <strong>{login}</strong>
              <span className="demo-people-description">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
