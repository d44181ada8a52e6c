import { Avatar } from '@primer/react';
import { useState } from 'react';
import './portrait.css';

interface PortraitProps {
  /** Address of the picture, or null when there is none. */
  readonly url: string | null;
  /** Whose picture; its first letter stands in for a picture that is missing or does not load. */
  readonly login: string;
  readonly size: number;
  /** Square for organizations, round for people. */
  readonly square?: boolean;
}

/** A decorative picture next to a written login, which therefore has no text alternative. */
export function Portrait({ url, login, size, square = false }: PortraitProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);

  if (url === null || url === failedUrl) {
    return (
      <span
        className="portrait-letter"
        data-square={square ? '' : undefined}
        style={{ inlineSize: size, blockSize: size, fontSize: size / 2 }}
        aria-hidden="true"
      >
        {login.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <Avatar
      className="portrait-picture"
      src={url}
      size={size}
      square={square}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
    />
  );
}
