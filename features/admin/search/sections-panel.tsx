import type { ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { foldText } from '#contract/fold-text.ts'
import type { Link } from '#contract/links.ts'
import { nameOf } from '#contract/full-name.ts'
import { isolate } from '#contract/text.ts'
import { call } from '#web/api.ts'
import { useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { recordOpened, searchKinds, type SearchKind, type SearchReply } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Groups of commands, in the order shown for an empty text. */
const groups = ['actions', 'pages', 'account'] as const

/** A page to open or an action to run. */
export type Command = {
  id: string
  icon: ReactNode
  text: string
  group: (typeof groups)[number]
  keys?: string
  /** Synonyms, separated by `|`. */
  aliases?: string
  /** True if the command is shown only for a text that matches it. */
  isOnlyFound?: boolean
  run: () => void
}

/** Pages of the results, by kind. */
const pages = {
  user: adminLinks.user,
  company: adminLinks.company,
  platform: adminLinks.platform,
  admin: adminLinks.admin,
} as const satisfies Record<SearchKind, unknown>

export type SectionsProps = {
  commands: readonly Command[]
  /** Decorative icon at the start of each row. */
  icons: Readonly<Record<SearchKind | 'log', ReactNode>>
  go: (to: Link) => void
  onClose: () => void
}

export type Item = Pick<Command, 'id' | 'icon' | 'text' | 'keys'> & {
  note: string
  open: () => void
}
type Section = { id: string; title: string; items: Item[] }

/** Returns the sections for a text: results before commands, except commands that begin with the text. */
export function useSections(
  props: SectionsProps,
  input: string,
  reply: SearchReply | undefined,
): Section[] {
  const t = useMessages(messages)
  const results = useResults(props, input, reply)
  const { commands, icons, onClose } = props
  const mayReadLog = useMayOpen(adminLinks.auditLog)
  const log = logOf(input)
  const logItems = (to: Link, text: string): Item[] => {
    const open = () => openPage(to, props)
    return mayReadLog ? [{ id: text, icon: icons.log, text, note: '', open }] : []
  }
  const requests = (reply?.requests ?? []).flatMap(({ id }) =>
    logItems(adminLinks.auditLog({ requestId: id }), t.entriesOf({ id })),
  )
  const refusals = (reply?.refusals ?? []).map((refusal): Item => {
    const { requestId, platformId, platform, error, reason, value } = refusal
    return {
      id: `refusal ${requestId} ${platformId} ${error}`,
      icon: icons.platform,
      text: t.refusalOf({ platform }),
      note: [error, value || reason].filter(Boolean).join(' · '),
      open: () => openPage(adminLinks.platform({ id: platformId, tab: 'upkeep' }), props),
    }
  })
  const entries = log ? logItems(log, t.entriesWith({ text: input })) : []
  const commandSections = groups.map((group) => ({
    id: group,
    title: t[group],
    items: commandsOf(group, commands, input, onClose),
  }))
  // A command that begins with the text is a better match than a user whose address contains it.
  const isBetterMatch = (section: Section) => input !== '' && hasItemWith(section, input)
  return [
    { id: 'recent', title: t.recent, items: input === '' ? recentItems() : [] },
    { id: 'requests', title: t.requests, items: [...requests, ...refusals] },
    ...commandSections.filter(isBetterMatch),
    ...results,
    { id: 'log', title: t.log, items: entries },
    ...commandSections.filter((section) => !isBetterMatch(section)),
  ].filter(({ items }) => items.length > 0)
}

const maxRecent = 5
/** Results and commands opened since the page was loaded; kept in memory only, never stored on the device. */
let recent: readonly Item[] = []

function remember(item: Item): void {
  recent = [item, ...recent.filter(({ id }) => id !== item.id)].slice(0, maxRecent)
}

function recentItems(): Item[] {
  return recent.map((item) => ({ ...item, id: `recent ${item.id}` }))
}

/** Returns an item that adds itself to the recent ones when opened. */
function withMemory(item: Item): Item {
  return {
    ...item,
    open: () => {
      remember(item)
      item.open()
    },
  }
}

function openPage(to: Link, { go, onClose }: Pick<SectionsProps, 'go' | 'onClose'>): void {
  onClose()
  go(to)
}

/** Returns one section for each kind of result. */
function useResults(
  { icons, ...props }: SectionsProps,
  input: string,
  reply: SearchReply | undefined,
): Section[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const titles = { user: t.users, company: t.companies, platform: t.platforms, admin: t.admins }
  const results = reply && resultsByKind(reply)
  return (
    searchKinds
      .map((kind) => ({
        id: kind,
        title: titles[kind],
        items: (results?.[kind] ?? []).map(({ id, text, notes, active }) =>
          withMemory({
            id: `${kind} ${id}`,
            icon: icons[kind],
            text,
            note: [...notes, !active && t.deactivated]
              .flatMap((note) => (note ? isolate(note, locale) : []))
              .join(' · '),
            open: () => {
              // A failure to record must not keep the admin from the page.
              void call(recordOpened, { body: { kind, id } }).catch(() => undefined)
              openPage(pages[kind]({ id }), props)
            },
          }),
        ),
      }))
      // A company whose name begins with the text precedes users who contain it.
      .toSorted((one, other) => Number(hasItemWith(other, input)) - Number(hasItemWith(one, input)))
  )
}

/** Returns true if the text of an item begins with the input. */
function hasItemWith({ items }: Section, input: string): boolean {
  return items.some(({ text }) => foldText(text).startsWith(foldText(input)))
}

const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*)$/i
const email = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/

/** Returns the link to the audit log of an IP address or of an email address; undefined for any other text. */
function logOf(input: string): Link | undefined {
  if (ipAddress.test(input)) return adminLinks.auditLog({ ipAddress: input })
  return email.test(input) ? adminLinks.auditLog({ user: input }) : undefined
}

function commandsOf(
  group: Command['group'],
  commands: readonly Command[],
  input: string,
  onClose: () => void,
): Item[] {
  const folded = foldText(input)
  const begins = ({ text }: Command) => foldText(text).startsWith(folded)
  const matches = ({ text, aliases = '', isOnlyFound }: Command) => {
    if (folded === '') return !isOnlyFound
    if (foldText(text).includes(folded)) return true
    return aliases.split('|').some((alias) => foldText(alias).startsWith(folded))
  }
  const matching = commands.filter((each) => each.group === group && matches(each))
  const beginning = matching.filter(begins)
  // Nearly every command contains a given letter or two, so only those that begin with a short text are useful.
  const isShort = folded !== '' && folded.length < shortLength
  return (isShort && beginning.length > 0 ? beginning : matching)
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
    .map((command) =>
      withMemory({
        ...command,
        note: '',
        open: () => {
          onClose()
          command.run()
        },
      }),
    )
}

const shortLength = 3

/** Returns the text to search for, without action words such as "reset" in "nora reset". */
export function searchedText(input: string, actionWords: string): string {
  const words = input.trim().split(/\s+/)
  const foldedActions = new Set(actionWords.split('|').map(foldText))
  const rest = words.filter((word) => !foldedActions.has(foldText(word)))
  return rest.length > 0 ? rest.join(' ') : words.join(' ')
}

function resultOf({ id, name, active }: SearchReply['platforms'][number]): Result {
  return { id, active, text: name, notes: [] }
}

type Result = { id: string; text: string; notes: readonly (string | null)[]; active: boolean }

function resultsByKind({
  users,
  companies,
  platforms,
  admins,
}: SearchReply): Record<SearchKind, Result[]> {
  return {
    user: users.map((user) => ({
      ...user,
      text: nameOf(user),
      notes: [user.email, user.company],
    })),
    company: companies.map(resultOf),
    platform: platforms.map(resultOf),
    admin: admins.map((admin) => ({ ...admin, text: nameOf(admin), notes: [admin.email] })),
  }
}
