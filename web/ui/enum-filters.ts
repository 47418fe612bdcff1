import type { Endpoint } from '#contract/endpoint.ts'
import { choicesOf } from '#contract/list.ts'
import type { Locale, PlainKeys } from '#contract/locale.ts'
import type { ListFilter } from './list-filters.tsx'

/** A filter of the values of an enum. Its title has the key `name`, its values have the keys `{name}_{value}`. */
type EnumFilter<Name extends string, Value, Texts> = {
  kind?: never
  name: Name
  title?: PlainKeys<Texts>
  label?: (value: Value, t: Texts, locale: Locale) => string
  /** Returns the number of rows with the value, as text. */
  count?: (value: string) => string | undefined
}

/** Properties that a filter must have, because the texts lack the keys of its name and values. */
type Missing<Name extends string, Value extends string, Texts> =
  | (Name extends PlainKeys<Texts> ? never : 'title')
  | (`${Name}_${Value}` extends PlainKeys<Texts> ? never : 'label')

/** The values of a query by the names of those that are enums, or several values of one. */
type Enums<Q> = {
  [Name in keyof Q & string as string extends One<Q[Name]> ? never : Name]-?: One<Q[Name]>
}
type One<Values> =
  NonNullable<Values> extends readonly (infer Value)[] ? Value : NonNullable<Values>

type FilterBy<Name extends string, Value extends string, Texts> = EnumFilter<Name, Value, Texts> &
  Required<Pick<EnumFilter<Name, Value, Texts>, Missing<Name, Value, Texts>>>

/** The filters of a list by the type of its query and its texts. */
export type ListFilters<Q, Texts extends Readonly<Record<Locale, unknown>>> = readonly (
  | ListFilter
  | {
      [Name in keyof Enums<Q> & string]: FilterBy<Name, Enums<Q>[Name] & string, Texts['en']>
    }[keyof Enums<Q> & string]
)[]

/** A filter of any list, with the texts `Texts`. */
export type AnyFilter<Texts> = ListFilter | EnumFilter<string, never, Texts>

/** Returns a filter with its title and options. */
export function filterOf<Texts>(
  filter: AnyFilter<Texts>,
  { endpoint, t, locale }: { endpoint: Endpoint; t: Texts; locale: Locale },
): ListFilter {
  if (filter.kind !== undefined) return filter
  const { name, title = name, label, count } = filter
  const texts = t as Readonly<Record<string, string>>
  const { values, isSeveral } = choicesOf(endpoint, name)
  return {
    kind: isSeveral ? 'several' : 'one',
    name,
    title: texts[title as string] ?? name,
    options: values.map((value) => ({
      value,
      text: label?.(value as never, t, locale) ?? texts[`${name}_${value}`] ?? value,
      count: count?.(value),
    })),
  }
}
