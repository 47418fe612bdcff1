import { useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { words } from './admin-messages.ts'

/** The way in where the company's identity provider logs admins in. */
export function CompanyLogin({ url, refused }: { url: string; refused: string | undefined }) {
  const say = useWords(words)
  const reasons: Record<string, string> = {
    'not-admin': say.notAdmin,
    failed: say.failed,
    expired: say.expired,
    unavailable: say.unavailable,
  }
  const reason = refused === undefined ? undefined : (reasons[refused] ?? say.failed)
  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      {reason !== undefined && <Notice kind="warning">{reason}</Notice>}
      <p>{say.companyText}</p>
      <a className="primary-button" href={url}>
        {say.companyLogin}
      </a>
    </>
  )
}
