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

/** Properties that are required because the texts have no key for the title or for a value. */
type Missing<Name extends string, Value extends string, Texts> =
  | (Name extends PlainKeys<Texts> ? never : 'title')
  | (`${Name}_${Value}` extends PlainKeys<Texts> ? never : 'label')

/**
 * Type of each enum parameter of a query, by name; for a list of enum values, the type of one value. Free text is left
 * out.
 */
type EnumParameters<Q> = {
  [Name in keyof Q & string as string extends ValueOf<Q[Name]> ? never : Name]-?: ValueOf<Q[Name]>
}
/** Type of a value, or of the items of a list. */
type ValueOf<Values> =
  NonNullable<Values> extends readonly (infer Value)[] ? Value : NonNullable<Values>

type FilterBy<Name extends string, Value extends string, Texts> = EnumFilter<Name, Value, Texts> &
  Required<Pick<EnumFilter<Name, Value, Texts>, Missing<Name, Value, Texts>>>

/** Filters of a list with query `Q`: any `ListFilter`, or a filter of one of its enum parameters. */
export type ListFilters<Q, Texts extends Readonly<Record<Locale, unknown>>> = readonly (
  | ListFilter
  | {
      [Name in keyof EnumParameters<Q> & string]: FilterBy<
        Name,
        EnumParameters<Q>[Name] & string,
        Texts['en']
      >
    }[keyof EnumParameters<Q> & string]
)[]

/** A filter of any list with the texts `Texts`. `never` is assignable to each value type, so any `label` fits. */
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
      // The options come from the same enum as the type of label.
      text: label?.(value as never, t, locale) ?? texts[`${name}_${value}`] ?? value,
      count: count?.(value),
    })),
  }
}
