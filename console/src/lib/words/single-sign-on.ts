/** Whether the code host withheld something until the person signs on. Only its words tell: see `WithheldData`. */
export const asksForSingleSignOn = (message: string): boolean => /\bSAML\b|single sign-on/i.test(message);
