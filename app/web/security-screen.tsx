import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { Folds } from '#web/ui/fold.tsx'
import { Page } from '#web/ui/page.tsx'
import { PasskeysPanel } from '../../features/account/passkeys/panel.tsx'
import { ChangePasswordPanel } from '../../features/account/password/panel.tsx'
import { TwoFactorPanel } from '../../features/account/recovery/panel.tsx'
import { LoginHistoryPanel } from '../../features/account/sessions/history-panel.tsx'
import { SecuredNotice, SessionsPanel } from '../../features/account/sessions/panel.tsx'
import { RecoveryCodesPanel } from '../../features/account/two-factor/recovery-codes-panel.tsx'
import * as links from '#contract/links.ts'
import { leaveEverywhere } from './leave.ts'
import { overviewQuery } from './overview.ts'
import { ProtectionStrip, SecurityHeader } from './protection-strip.tsx'

const AddAuthenticator = lazyPart(
  async () =>
    (await import('../../features/account/two-factor/authenticator-panel.tsx')).AddAuthenticator,
  '/parts/authenticator',
)

const LostAccess = lazyPart(
  async () => (await import('./lost-access.tsx')).LostAccess,
  '/parts/lost-access',
)

/** The security page: first what protects the account, then where it is used. */
export function Security() {
  const [isCompromised, setCompromised] = useState(false)
  const { data: overview } = useQuery(overviewQuery)
  const onReported = () => setCompromised(true)
  return (
    <Page>
      <SecurityHeader />
      {isCompromised && <SecuredNotice url="#change-password" />}
      <ProtectionStrip isCompromised={isCompromised} />
      <Folds>
        <ChangePasswordPanel
          changedAt={overview?.passwordChangedAt}
          isCompromised={isCompromised}
          onChanged={() => setCompromised(false)}
        />
        <PasskeysPanel />
        <TwoFactorPanel resetLink={links.replaceAuthenticator()} Add={AddAuthenticator} />
        <RecoveryCodesPanel />
      </Folds>
      <Folds>
        <SessionsPanel onCurrentEnded={() => leaveEverywhere('user')} onReported={onReported} />
        <LoginHistoryPanel onReported={onReported} />
      </Folds>
      <Suspense>
        <LostAccess />
      </Suspense>
    </Page>
  )
}
