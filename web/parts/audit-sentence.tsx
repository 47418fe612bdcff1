import { use, type ReactNode } from 'react'
import type { AuditTargetKind } from '#contract/audit-action.ts'
import type { AuditEntry } from '#contract/audit-entry.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { Link } from '#contract/links.ts'
import type { Locale, MessagesOf } from '#contract/locale.ts'
import type { Area } from '../browser-storage.ts'
import { LinkTo } from '../link-to.tsx'
import { textWith } from '#contract/text.ts'
import { useLocale, useMessages } from '../locale.ts'
import { AreaContext } from '../me.ts'
import { settings } from '../settings.ts'
import { activityMessages, auditSentenceMessages } from './texts/messages.ts'
import { hasManyTargets, type Run } from './activity-runs.ts'
import {
  auditIconOf,
  auditReasonOf,
  auditTextOf,
  auditTextOfMany,
  auditValuesOf,
  type AuditIconName,
  type AuditText,
  type AuditValue,
} from './audit-sentence-parts.ts'
import styles from './audit-sentence.module.css'
import { Breakable } from '../ui/breakable.tsx'
import { rich } from '../ui/rich.ts'
import { LineIcon } from '../ui/line-icon.tsx'

type Messages = MessagesOf<typeof auditSentenceMessages>

/** Links to the pages of the targets that a sentence can name, by area and kind of target. */
const pages: Readonly<
  Record<Area, Partial<Record<AuditTargetKind, (values: { id: string }) => Link>>>
> = {
  admin: {
    admin: adminLinks.admin,
    user: adminLinks.user,
    company: adminLinks.company,
    platform: adminLinks.platform,
  },
  user: { user: links.companyUser },
}

type Props = {
  entry: AuditEntry
  /** Number of entries like this one that the sentence is about; 1 by default. */
  count?: number
  /** True to show names without links, for use inside another link. */
  isPlain?: boolean
}

/** An audit log entry as a sentence. Its names are bold and link to their pages. */
export function AuditSentence({ entry, count = 1, isPlain = false }: Props) {
  const area = use(AreaContext)
  const t = useMessages(auditSentenceMessages)
  const { locale } = useLocale()
  const text = (count > 1 && auditTextOfMany(t, entry)) || auditTextOf(t, entry)
  const nodes = Object.entries(auditValuesOf(entry)).map(([name, value]) => [
    name,
    nodeOf(value, { t, area: isPlain ? undefined : area, locale, isFirst: isFirstIn(text, name) }),
  ])
  return <span>{rich(text, { ...Object.fromEntries(nodes), count })}</span>
}

/** The sentence of a run of entries: with the number of its targets, or followed by the number of events. */
export function RunSentence({ run, ...rest }: Omit<Props, 'entry' | 'count'> & { run: Run }) {
  const sentences = useMessages(auditSentenceMessages)
  const t = useMessages(activityMessages)
  const [entry, ...more] = run.entries
  if (!entry) return null
  const count = more.length + 1
  const hasCount = hasManyTargets(run) && auditTextOfMany(sentences, entry) !== undefined
  return (
    <>
      <AuditSentence {...rest} entry={entry} count={hasCount ? count : 1} />
      {count > 1 && !hasCount && (
        <>
          {' '}
          <span className="tag">
            {hasManyTargets(run) ? t.events({ count }) : t.times({ count })}
          </span>
        </>
      )}
    </>
  )
}

/** Returns a function that formats an entry's sentence as plain text, for example for a title. */
export function useAuditText(): (entry: AuditEntry) => string {
  const t = useMessages(auditSentenceMessages)
  const { locale } = useLocale()
  return (entry) => {
    const text = auditTextOf(t, entry)
    const values = Object.entries(auditValuesOf(entry)).map(([name, value]) => [
      name,
      plainOf(value, { t, locale, isFirst: isFirstIn(text, name) }),
    ])
    return text(Object.fromEntries(values))
  }
}

/** The reason of an entry, after a dot. Renders nothing for an entry without one. */
export function AuditReason({ entry, className }: { entry: AuditEntry; className?: string }) {
  const reason = useAuditReason()(entry)
  if (reason === undefined) return null
  return (
    <>
      {' '}
      <span>
        {'·\u00a0'}
        <bdi className={className}>{reason}</bdi>
      </span>
    </>
  )
}

/** Returns a function that translates the reason of an entry; undefined if the entry has none. */
export function useAuditReason(): (entry: AuditEntry) => string | undefined {
  const t = useMessages(auditSentenceMessages)
  return (entry) => auditReasonOf(t, entry)
}

const iconPaths: Readonly<Record<AuditIconName, string>> = {
  failure: 'M10 3 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1',
  security: 'M10 2.8l6 2.2v4.6c0 3.7-2.5 6.4-6 7.6-3.5-1.2-6-3.9-6-7.6V5z',
  login: 'M11 3.5h5v13h-5M3.5 10H12M9 6.8 12.2 10 9 13.2',
  logout: 'M9 3.5H4v13h5M8 10h8.5M13.3 6.8 16.5 10l-3.2 3.2',
  open: 'M8.5 4.5H4V16h11.5v-4.5M11.5 4H16v4.5M16 4l-7 7',
  system: 'M4 4.5h12v4.5H4zM4 11h12v4.5H4zM6.8 6.8v.1M6.8 13.2v.1',
  change: 'M4 16l.8-3.4L13.5 4l2.5 2.5-8.6 8.7zM11.7 5.8l2.5 2.5',
}

/** A decorative icon: the sentence contains the same information. */
export function AuditIcon({ entry }: { entry: AuditEntry }) {
  const icon = auditIconOf(entry)
  return (
    <span className={styles.icon} data-icon={icon}>
      <LineIcon path={iconPaths[icon]} size={16} strokeWidth={1.6} />
    </span>
  )
}

type FormatOptions = { t: Messages; area: Area | undefined; locale: Locale; isFirst: boolean }

function nodeOf(value: AuditValue, { t, area, locale, isFirst }: FormatOptions): ReactNode {
  if (!('name' in value)) return plainOf(value, { t, locale, isFirst })
  const { name, kind, id } = value
  const node = <Name>{name}</Name>
  const page = area && kind && pages[area][kind]
  return page && id !== undefined ? <LinkTo to={page({ id })}>{node}</LinkTo> : node
}

/** Maximum length of an email address that is shown in full; wide windows shorten a longer one in the middle. */
const maxAddressLength = 40
/** Number of characters at the end of a long address that are never cut off. */
const visibleEndLength = 24

function Name({ children: name }: { children: string }) {
  if (name.length <= maxAddressLength || !name.includes('@'))
    return (
      <bdi className={styles.name}>
        <Breakable text={name} />
      </bdi>
    )
  return (
    <bdi className={styles.name} title={name}>
      <span className={styles.beginning}>
        <Breakable text={name.slice(0, -visibleEndLength)} />
      </span>
      <Breakable text={name.slice(-visibleEndLength)} />
    </bdi>
  )
}

type PlainOptions = Omit<FormatOptions, 'area'>

function plainOf(value: AuditValue, options: PlainOptions): string | number {
  if ('term' in value) return termOf(value.term, options)
  return 'number' in value ? value.number : value.name
}

/** Returns true if the sentence begins with the placeholder, which stays visible in its braces without a value. */
function isFirstIn(text: AuditText, name: string): boolean {
  return text({}).startsWith(`{${name}}`)
}

function termOf(name: keyof Messages, { t, locale, isFirst }: PlainOptions): string {
  // Another version of the server may have written a term that this page does not know.
  const term = textWith(t[name] ?? '', { brand: settings().brand.name })
  return isFirst ? term.charAt(0).toLocaleUpperCase(locale) + term.slice(1) : term
}
