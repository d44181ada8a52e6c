import { Avatar } from '@primer/react';
import { useState } from 'react';
import './portrait.css';

interface PortraitProps {
  readonly url: string | null;
  /** Its first letter replaces a missing picture. */
  readonly login: string;
  readonly size: number;
  readonly square?: boolean;
}

/** The picture is decorative, so it has no text alternative. */
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
