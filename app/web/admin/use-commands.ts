import { useRouter } from '@tanstack/react-router'
import { themes } from '#contract/theme.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe, useMay } from '#web/me.ts'
import { rememberTheme, useTheme } from '#web/theme.ts'
import { inviteAdmin } from '../../../features/admin/admins/contract.ts'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import { addPartner } from '../../../features/admin/companies/contract.ts'
import { addInvitation } from '../../../features/admin/invitations/contract.ts'
import { addPlatform } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import type { Command } from '../../../features/admin/search/sections-panel.tsx'
import { paths } from '../addresses.ts'
import { messages } from '../frame-messages.ts'
import { visibleMenu } from '../guards.ts'
import type { IconName } from '../icons.tsx'
import { stringifySearch } from '../search.ts'
import { adminMenu } from './admin-menu.ts'
import { menuMessages } from './menu-messages.ts'
import { paletteMessages } from './palette-messages.ts'
import { letterOf } from './use-keys.ts'

const inviting = paths.invitations + stringifySearch({ form: 'new' })
const waiting = paths.invitations + stringifySearch({ state: 'open,expired' })
const neverJoined = paths.partnerUsers + stringifySearch({ status: 'invited' })
const withoutFactor = paths.partnerUsers + stringifySearch({ secondFactor: 'none' })

type NamedCommand = Omit<Command, 'icon'> & { icon: IconName }

/**
 * Returns the commands of the palette that the permissions allow: actions, the pages of the menu, and the admin's own
 * account.
 */
export function useCommands(onKeys: () => void): NamedCommand[] {
  const t = useMessages(messages)
  const palette = useMessages(paletteMessages)
  const { shortcuts } = useMessages(menuMessages)
  const router = useRouter()
  const { permissions } = useAdminMe()
  const theme = useTheme()
  const navigateTo = (href: string) => ({ id: href, run: () => router.history.push(href) })
  const aliases: Readonly<Record<string, string>> = {
    [paths.brand]: palette.a_brand,
    [paths.companies]: palette.a_companies,
    [paths.compliance]: palette.a_compliance,
    [paths.mails]: palette.a_undelivered,
    [paths.auditLogs]: palette.a_log,
  }
  const choices = [null, ...themes].filter((choice) => choice !== theme)
  return [
    ...useActions().map(({ href, ...action }) => ({
      ...navigateTo(href),
      ...action,
      icon: 'begin' as const,
      id: action.text,
    })),
    ...visibleMenu(adminMenu, permissions).map(({ target, text, icon }): NamedCommand => {
      const letter = letterOf(target)
      const keys = letter !== undefined && { keys: `g ${letter}` }
      const other = aliases[target] ?? ''
      return { ...navigateTo(target), icon, text: t[text], aliases: other, group: 'pages', ...keys }
    }),
    {
      ...navigateTo(paths.adminAccount),
      icon: 'person',
      text: palette.ownAccount,
      aliases: palette.a_account,
      group: 'account',
    },
    ...choices.map((choice): NamedCommand => {
      const text = `${t.theme}: ${t[`theme_${choice ?? 'system'}`]}`
      return { id: text, icon: 'brand', text, group: 'account', run: () => rememberTheme(choice) }
    }),
    { id: 'keys', icon: 'help', text: shortcuts, group: 'account', keys: '?', run: onKeys },
    { ...navigateTo(paths.adminLogout), icon: 'logOut', text: t.logOut, group: 'account' },
  ]
}

type Action = Pick<Command, 'text' | 'aliases' | 'isOnlyFound' | 'group'> & { href: string }

/** Returns the actions that the admin may begin, and lists that only a search finds, by their aliases. */
function useActions(): Action[] {
  const palette = useMessages(paletteMessages)
  const [maySeeUsers, mayInvite] = [useMay(listUsers), useMay(addInvitation)]
  const listed = [
    [mayInvite, palette.inviteUser, inviting],
    [useMay(addPartner), palette.addCompany, paths.companies + stringifySearch({ company: 'new' })],
    [
      useMay(addPlatform),
      palette.addPlatform,
      paths.platforms + stringifySearch({ platform: '0' }),
    ],
    [useMay(inviteAdmin), palette.inviteAdmin, paths.adminUsers + stringifySearch({ form: 'new' })],
    [useMay(startBulk), palette.bulkActions, paths.bulk],
  ] as const
  const searchable = [
    [maySeeUsers, palette.resetAccess, paths.partnerUsers, palette.a_reset],
    [mayInvite, palette.resend, waiting, palette.a_resend],
    [maySeeUsers, palette.neverJoined, neverJoined, palette.a_never],
    [maySeeUsers, palette.withoutFactor, withoutFactor, palette.a_factor],
  ] as const
  return [...listed, ...searchable]
    .filter(([mayOpen]) => mayOpen)
    .map(([, text, href, aliases]) => ({
      text,
      href,
      group: 'actions' as const,
      ...(aliases !== undefined && { aliases, isOnlyFound: true }),
    }))
}
