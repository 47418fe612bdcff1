import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatList } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { adminAccountQuery, useAdminMe, useMay } from '#web/me.ts'
import { Fact } from '#web/ui/facts.tsx'
import { Folds } from '#web/ui/fold.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import {
  beginAdminReplacement,
  changeAdminPassword,
  confirmAdminReplacement,
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
  renewAdminCodes,
} from '../../../features/account/admin-account/contract.ts'
import { EmailLanguage } from '../../../features/account/admin-account/language-panel.tsx'
import { PasskeysPanel } from '../../../features/account/passkeys/panel.tsx'
import { ChangePasswordPanel } from '../../../features/account/password/panel.tsx'
import { TwoFactorPanel } from '../../../features/account/recovery/panel.tsx'
import { SessionsPanel } from '../../../features/account/sessions/panel.tsx'
import { RecoveryCodesPanel } from '../../../features/account/two-factor/recovery-codes-panel.tsx'
import { ReplaceAuthenticator } from '../../../features/account/two-factor/replacement-panel.tsx'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import * as adminLinks from '#contract/admin-links.ts'
import { nameOf } from '#contract/full-name.ts'
import { frameMessages as messages } from '../texts/messages.ts'
import { leaveEverywhere } from '../leave.ts'
import { LinkTo } from '#web/link-to.tsx'
import { browserTimeZone, zoneChoice } from '#web/time-zones.ts'
import { useZoneNames } from '#web/zone-names.ts'
import { ProtectionStrip } from '../protection-strip.tsx'
import { accountMessages, menuMessages } from './texts/messages.ts'

const sessionCalls = {
  list: listAdminSessions,
  end: endAdminSession,
  endOthers: endOtherAdminSessions,
}
const replacementCalls = { begin: beginAdminReplacement, confirm: confirmAdminReplacement }

/** The logged-in admin's account, made of the panels of the users' security page. */
export function AdminAccount() {
  return (
    <Page>
      <AccountHeader />
      <Suspense fallback={<Loading />}>
        <Protections />
      </Suspense>
      <Folds>
        <SessionsPanel calls={sessionCalls} onCurrentEnded={() => leaveEverywhere('admin')} />
      </Folds>
      <Profile />
    </Page>
  )
}

function AccountHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.accountMenu} intro={t.securityIntro} />
}

/** Name, email address, roles and time zone of the admin, and the language of their emails. */
function Profile() {
  const [t, menu, account] = [
    useMessages(messages),
    useMessages(menuMessages),
    useMessages(accountMessages),
  ]
  const me = useAdminMe()
  const maySeeLog = useMay(listEntries)
  const { locale } = useLocale()
  const names = useZoneNames()
  return (
    <Panel title={account.profile}>
      <dl className="facts">
        <Fact name={account.name}>
          <bdi>{nameOf(me)}</bdi>
        </Fact>
        <Fact name={account.email}>
          <bdi>{me.email}</bdi>
        </Fact>
        <Fact name={menu.roles}>
          {formatList(
            me.roles.map((role) => menu[`role_${role}`]),
            locale,
          ) || menu.noRole}
          <small className="second-line">{account.rolesHint}</small>
        </Fact>
        <Fact name={t.timeZone}>
          <bdi>{zoneChoice(browserTimeZone(), { locale, names }).text}</bdi>
          <small className="second-line">{account.timeZoneHint}</small>
        </Fact>
      </dl>
      <Suspense fallback={null}>
        <EmailLanguage />
      </Suspense>
      {maySeeLog && (
        <p>
          <LinkTo to={adminLinks.auditLog({ user: me.email })} className="side-link">
            {account.activity}
          </LinkTo>
        </p>
      )}
    </Panel>
  )
}

/** Panels for password, second factors and passkeys; a notice instead if an identity provider manages the login. */
function Protections() {
  const t = useMessages(accountMessages)
  const { hasPassword, passwordChangedAt } = useSuspenseQuery(adminAccountQuery).data
  if (!hasPassword) return <Notice title={t.elsewhereTitle}>{t.elsewhere}</Notice>
  return (
    <>
      <ProtectionStrip />
      <Folds>
        <TwoFactorPanel>
          <ReplaceAuthenticator calls={replacementCalls} />
        </TwoFactorPanel>
        <RecoveryCodesPanel renew={renewAdminCodes} />
        <PasskeysPanel />
        <ChangePasswordPanel change={changeAdminPassword} changedAt={passwordChangedAt} />
      </Folds>
    </>
  )
}
