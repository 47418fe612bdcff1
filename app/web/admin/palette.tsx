import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type Ref } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { useAdminMe, useMay } from '#web/me.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { inviteAdmin } from '../../../features/admin/admins/contract.ts'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import { addPartner } from '../../../features/admin/companies/contract.ts'
import { addInvitation } from '../../../features/admin/invitations/contract.ts'
import { addPlatform } from '../../../features/admin/platforms/contract.ts'
import type { SearchKind } from '../../../features/admin/search/contract.ts'
import type { Command, LogFilters } from '../../../features/admin/search/panel.tsx'
import { paths } from '../addresses.ts'
import { messages } from '../frame-messages.ts'
import { visibleMenu } from '../guards.ts'
import { stringifySearch } from '../search.ts'
import { adminMenu } from './admin-menu.ts'
import { paletteMessages } from './palette-messages.ts'
import styles from './palette.module.css'
import { letterOf, useKeys } from './use-keys.ts'

const Palette = lazyPart(
  async () => (await import('../../../features/admin/search/panel.tsx')).Palette,
  '/parts/palette',
)
const KeysDialog = lazyPart(
  async () => (await import('../../../features/admin/search/keys-panel.tsx')).KeysDialog,
  '/parts/keys',
)

const places = {
  user: { path: paths.partnerUsers, name: 'user' },
  company: { path: paths.companies, name: 'company' },
  platform: { path: paths.platforms, name: 'platform' },
} as const

const hrefOf = (kind: SearchKind, id: string) =>
  places[kind].path + stringifySearch({ [places[kind].name]: id })
const logHref = (filters: LogFilters) => paths.auditLogs + stringifySearch(filters)

type Props = { hasLetterKeys: boolean; onLetterKeys: (isOn: boolean) => void }

/** The search field of the header, the palette that it opens, and the keys of the admin area. */
export function SearchEverywhere({ hasLetterKeys, onLetterKeys }: Props) {
  const router = useRouter()
  const [opened, setOpened] = useState<'palette' | 'keys'>()
  const commands = useCommands()
  const mayReadLog = useMay(listEntries)
  const go = (href: string) => router.history.push(href)
  const close = () => setOpened(undefined)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (opened === undefined) return undefined
    const search = button.current
    return () => {
      // A key opened it while nothing had the focus, so that there is nowhere to go back to.
      if (document.activeElement === document.body) search?.focus()
    }
  }, [opened])
  useKeys({
    hasLetterKeys,
    // Fetched before K comes, so that the first letters of a search are not typed into nothing.
    onModifier: () => Palette.preload(),
    onPalette: () => setOpened('palette'),
    onHelp: () => setOpened('keys'),
    onGo: (letter) => {
      const page = commands.find(({ keys }) => keys === `g ${letter}`)
      if (page) go(page.href)
    },
  })
  return (
    <>
      <SearchButton ref={button} onPress={() => setOpened('palette')} />
      <Suspense fallback={null}>
        {opened === 'palette' && (
          <Palette
            commands={commands}
            hrefOf={hrefOf}
            logHref={mayReadLog ? logHref : undefined}
            go={go}
            onClose={close}
          />
        )}
        {opened === 'keys' && (
          <KeysDialog
            commands={commands}
            hasLetterKeys={hasLetterKeys}
            onLetterKeys={onLetterKeys}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

type SearchButtonProps = { ref: Ref<HTMLButtonElement>; onPress: () => void }

function SearchButton({ ref, onPress }: SearchButtonProps) {
  const t = useMessages(paletteMessages)
  return (
    <button
      ref={ref}
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={() => Palette.preload()}
      onClick={onPress}
    >
      <LineIcon path="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L18 18" />
      <span>{t.search}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}

/** The pages of the menu and the ways to something new, as the admin's permissions allow. */
function useCommands(): Command[] {
  const t = useMessages(messages)
  const words = useMessages(paletteMessages)
  const { permissions } = useAdminMe()
  const actions = [
    [useMay(addInvitation), words.inviteUser, paths.invitations + stringifySearch({ form: 'new' })],
    [useMay(addPartner), words.addCompany, paths.companies + stringifySearch({ company: 'new' })],
    [useMay(addPlatform), words.addPlatform, paths.platforms + stringifySearch({ platform: '0' })],
    [useMay(inviteAdmin), words.inviteAdmin, paths.adminUsers + stringifySearch({ form: 'new' })],
    [useMay(startBulk), words.bulkActions, paths.bulk],
    [true, words.ownAccount, paths.adminAccount],
    [true, t.logOut, paths.adminLogout],
  ] as const
  return [
    ...visibleMenu(adminMenu, permissions).map(({ target, text }): Command => {
      const letter = letterOf(target)
      const keys = letter !== undefined && { keys: `g ${letter}` }
      return { href: target, text: t[text], group: 'pages', ...keys }
    }),
    ...actions
      .filter(([mayOpen]) => mayOpen)
      .map(([, text, href]): Command => ({ href, text, group: 'actions' })),
  ]
}
