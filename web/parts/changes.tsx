import { formatTime } from '#contract/time.ts'
import { useColon, useLocale, useMessages } from '../locale.ts'
import { useTimeZone } from '../me.ts'
import { Breakable } from '../ui/breakable.tsx'
import { profileFieldMessages } from '../ui/texts/messages.ts'
import { changesMessages } from './texts/messages.ts'
import styles from './changes.module.css'

type Values = Readonly<Record<string, unknown>>

type Props = {
  before: unknown
  after: unknown
  /** Names of the records that `before` and `after` mention, by ID. */
  names: Readonly<Record<string, string>>
  /** Caption for screen readers only, used below a heading with the same meaning. */
  caption?: string
}

/** A table of the fields that a change affects, each with its removed and added values. */
export function Changes({ before, after, names, caption }: Props) {
  const t = useMessages(changesMessages)
  const colon = useColon()
  const texts: Values = t
  const fields: Values = useMessages(profileFieldMessages)
  const timeOf = useTimeFormat()
  const changes = changesOf(recordOf(before), recordOf(after))
  if (changes.length === 0) return null
  const textOf = (value: unknown, field: string) =>
    formatValue(value, {
      names,
      textOf: (each) => texts[`value_${field}_${each}`] ?? timeOf(each),
      yes: t.yes,
      no: t.no,
    })
  return (
    <table className={styles.changes}>
      <caption className={caption === undefined ? undefined : 'visually-hidden'}>
        {caption ?? t.changed}
      </caption>
      <tbody>
        {changes.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">{String(texts[`field_${name}`] ?? fields[name] ?? name)}</th>
            <td>
              <ul className="bare">
                {from.map((value, index) => (
                  <li key={index}>
                    <del>
                      <span className="visually-hidden">{t.before + colon}</span>
                      <Value text={textOf(value, name)} />
                    </del>
                  </li>
                ))}
                {to.map((value, index) => (
                  <li key={index}>
                    <ins>
                      <span className="visually-hidden">{t.after + colon}</span>
                      <Value text={textOf(value, name)} />
                    </ins>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text }: { text: string }) {
  return (
    <bdi>
      <Breakable text={text} />
    </bdi>
  )
}

const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function useTimeFormat(): (text: string) => string | undefined {
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  return (text) => (timePattern.test(text) ? formatTime(text, locale, timeZone) : undefined)
}

/** Returns the fields that differ. For fields with lists, returns only the items that differ. */
function changesOf(old: Values, fresh: Values) {
  return Object.keys({ ...old, ...fresh }).flatMap((name) => {
    const [from, to] = [listOf(old[name]), listOf(fresh[name])]
    const [oldTexts, newTexts] = [new Set(from.map(textIn)), new Set(to.map(textIn))]
    const change = {
      name,
      from: from.filter((value) => !newTexts.has(textIn(value))),
      to: to.filter((value) => !oldTexts.has(textIn(value))),
    }
    return change.from.length + change.to.length > 0 ? [change] : []
  })
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value
  // The keys of a JSON Web Key Set are compared individually.
  const { keys } = recordOf(value)
  return Array.isArray(keys) ? keys : [value]
}

function textIn(value: unknown): string {
  return JSON.stringify(value)
}

function recordOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

type FormatOptions = {
  names: Props['names']
  /** Returns the text for a value; undefined if it has none. */
  textOf: (value: string) => unknown
  yes: string
  no: string
}

function formatValue(value: unknown, options: FormatOptions): string {
  if (typeof value === 'boolean') return value ? options.yes : options.no
  if (typeof value === 'string') {
    // A value such as "constructor" is also the name of an inherited property.
    const name = Object.hasOwn(options.names, value) ? options.names[value] : undefined
    return name ?? String(options.textOf(value) ?? value)
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const { kty, crv, kid } = recordOf(value)
  // These members identify a public key, and the others are too long to read.
  const parts = typeof kty === 'string' ? [kty, crv, kid] : Object.values(value)
  return parts
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => formatValue(part, options))
    .join(' · ')
}
