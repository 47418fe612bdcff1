import { useRouter } from '@tanstack/react-router'
import type { Link } from '#contract/links.ts'
import { isPermitted } from '#contract/links.ts'
import { themes } from '#contract/theme.ts'
import { PermissionsContext } from '#web/link-to.tsx'
import { useColon, useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { rememberTheme, useTheme } from '#web/theme.ts'
import { use } from 'react'
import type { Command } from '../../../features/admin/search/sections-panel.tsx'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { frameMessages as messages } from '../texts/messages.ts'
import { visibleMenu } from '../guards.ts'
import type { MenuIcon } from '../icon-paths.ts'
import { menuTextOf } from '../menus.ts'
import { adminMenu } from './menu.ts'
import { menuMessages, paletteMessages } from './texts/messages.ts'
import { letterOf } from './use-keys.ts'

type NamedCommand = Omit<Command, 'icon'> & { icon: MenuIcon }

/**
 * Returns the commands of the palette that the permissions allow: actions, the pages of the menu, and the admin's own
 * account.
 */
export function useCommands(onKeys: () => void): NamedCommand[] {
  const [t, palette] = [useMessages(messages), useMessages(paletteMessages)]
  const { shortcuts } = useMessages(menuMessages)
  const colon = useColon()
  const { locale } = useLocale()
  const router = useRouter()
  const { permissions } = useAdminMe()
  const theme = useTheme()
  const linkTo = (page: Link) => {
    const href = links.hrefOf(page)
    return { id: href, run: () => router.history.push(href) }
  }
  const aliases: Readonly<Record<string, string>> = {
    [adminLinks.brand.path]: palette.a_brand,
    [adminLinks.companies.path]: palette.a_companies,
    [adminLinks.compliance.path]: palette.a_compliance,
    [adminLinks.undeliveredMails.path]: palette.a_undelivered,
    [adminLinks.auditLog.path]: palette.a_log,
  }
  const choices = [null, ...themes].filter((choice) => choice !== theme)
  return [
    ...useActions().map(({ to, ...action }) => ({
      ...linkTo(to),
      ...action,
      icon: 'begin' as const,
      // An action may lead to a page of the menu, whose command has the address as its id.
      id: action.text,
    })),
    ...visibleMenu(adminMenu, permissions).map(({ target, text, icon }): NamedCommand => {
      const letter = letterOf(target)
      const keys = letter !== undefined && { keys: `g ${letter}` }
      const names = { text: menuTextOf({ text }, locale), aliases: aliases[target] ?? '' }
      const page = { path: target, search: {}, permissions: [] }
      return { ...linkTo(page), icon, ...names, group: 'pages', ...keys }
    }),
    {
      ...linkTo(adminLinks.adminAccount()),
      icon: 'person',
      text: palette.ownAccount,
      aliases: palette.a_account,
      group: 'account',
    },
    ...choices.map((choice): NamedCommand => {
      const text = t.theme + colon + t[`theme_${choice ?? 'system'}`]
      return { id: text, icon: 'brand', text, group: 'account', run: () => rememberTheme(choice) }
    }),
    { id: 'keys', icon: 'help', text: shortcuts, group: 'account', keys: '?', run: onKeys },
    { ...linkTo(adminLinks.adminLogout()), icon: 'logOut', text: t.logOut, group: 'account' },
  ]
}

type Action = Pick<Command, 'text' | 'aliases' | 'isOnlyFound' | 'group'> & { to: Link }

/** Returns the actions that the admin may begin. One with aliases is shown only for a search text that matches. */
function useActions(): Action[] {
  const t = useMessages(paletteMessages)
  const ownPermissions = use(PermissionsContext)
  const actions = [
    [t.inviteUser, adminLinks.invite()],
    [t.addCompany, adminLinks.newCompany()],
    [t.addPlatform, adminLinks.newPlatform()],
    [t.inviteAdmin, adminLinks.admins({ form: 'new' })],
    [t.bulkActions, adminLinks.bulkJobs()],
  ] as const
  const searchOnly = [
    [t.resetAccess, adminLinks.users(), t.a_reset],
    [t.resend, adminLinks.invitations({ state: 'open,expired' }), t.a_resend],
    [t.neverJoined, adminLinks.users({ status: 'invited' }), t.a_never],
    [t.withoutFactor, adminLinks.users({ secondFactor: 'none' }), t.a_factor],
  ] as const
  return [...actions, ...searchOnly]
    .filter(([, { permissions }]) => isPermitted(permissions, ownPermissions))
    .map(([text, to, aliases]) => ({
      text,
      to,
      group: 'actions' as const,
      ...(aliases !== undefined && { aliases, isOnlyFound: true }),
    }))
}
