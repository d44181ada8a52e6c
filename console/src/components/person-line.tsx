import type { ReactNode } from 'react';
import './person-line.css';
import { Portrait } from './portrait.tsx';

interface PersonLineProps {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** Renders the name, usually as a link. */
  readonly link: (text: string) => ReactNode;
  readonly before?: ReactNode;
}

export function PersonLine({ login, name, avatarUrl, link, before }: PersonLineProps) {
  return (
    <span className="person-line">
      {before}
      <Portrait url={avatarUrl} login={login} size={32} />
      <span className="person-line-text">
        {link(name ?? login)}
        {name !== null && name !== login && <span className="person-line-login">{login}</span>}
      </span>
    </span>
  );
}
