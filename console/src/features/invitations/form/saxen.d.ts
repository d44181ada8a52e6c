declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributesOf: () => Readonly<Record<string, string>>, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(event: 'text', listener: (value: string, decode: Decode) => void): this;
    on(event: 'cdata', listener: (value: string) => void): this;
    on(event: 'error', listener: (error: unknown) => void): this;
    parse(xml: string): this;
  }
}
