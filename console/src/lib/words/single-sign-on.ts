/** Recognizable only by the message: see `WithheldData`. */
export const asksForSingleSignOn = (message: string): boolean => /\bSAML\b|single sign-on/i.test(message);
