import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useMessages } from '#web/locale.ts'
import { adminAccountQuery } from '#web/me.ts'
import { Folds } from '#web/ui/fold.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import {
  beginAdminReplacement,
  changeAdminPassword,
  confirmAdminReplacement,
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
  renewAdminCodes,
} from '../../../features/account/admin-account/contract.ts'
import { PasskeysPanel } from '../../../features/account/passkeys/panel.tsx'
import { ChangePasswordPanel } from '../../../features/account/password/panel.tsx'
import { TwoFactorPanel } from '../../../features/account/recovery/panel.tsx'
import { SessionsPanel } from '../../../features/account/sessions/panel.tsx'
import { RecoveryCodesPanel } from '../../../features/account/two-factor/recovery-codes-panel.tsx'
import { ReplaceAuthenticator } from '../../../features/account/two-factor/replacement-panel.tsx'
import { leaveEverywhere } from '../leave.ts'
import { ProtectionStrip, SecurityHeader } from '../protection-strip.tsx'
import { accountMessages } from './account-messages.ts'

const sessionCalls = {
  list: listAdminSessions,
  end: endAdminSession,
  endOthers: endOtherAdminSessions,
}
const replacementCalls = { begin: beginAdminReplacement, confirm: confirmAdminReplacement }

/** The account of the logged-in admin, by the panels of the users' security page. */
export function AdminAccount() {
  return (
    <Page>
      <SecurityHeader />
      <Suspense fallback={<Loading />}>
        <Protections />
      </Suspense>
      <Folds>
        <SessionsPanel calls={sessionCalls} onCurrentEnded={() => leaveEverywhere('admin')} />
      </Folds>
    </Page>
  )
}

/** With an identity provider there is nothing of it here. */
function Protections() {
  const t = useMessages(accountMessages)
  const { hasPassword, passwordChangedAt } = useSuspenseQuery(adminAccountQuery).data
  if (!hasPassword) return <Notice title={t.elsewhereTitle}>{t.elsewhere}</Notice>
  return (
    <>
      <ProtectionStrip />
      <Folds>
        <ChangePasswordPanel change={changeAdminPassword} changedAt={passwordChangedAt} />
        <PasskeysPanel />
        <TwoFactorPanel>
          <ReplaceAuthenticator calls={replacementCalls} />
        </TwoFactorPanel>
        <RecoveryCodesPanel renew={renewAdminCodes} />
      </Folds>
    </>
  )
}
