import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 0,
  Float: 0,
  Boolean: false,
  DateTime: '2024-03-01T09:00:00Z',
  Date: '2024-03-01',
  BigInt: '0',
  URI: 'https://code-host.example/',
};

export function placeholder(type: GraphQLOutputType, schema: GraphQLSchema): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [];
  if (!isNonNullType(type)) return null;
  if (isScalarType(inner)) return SCALARS[inner.name] ?? '';
  if (isEnumType(inner)) return inner.getValues()[0]?.value;
  return { __typename: isAbstractType(inner) ? schema.getPossibleTypes(inner)[0]?.name : String(inner) };
}
