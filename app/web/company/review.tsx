import { useMe } from '#web/me.ts'
import { ReviewPage } from '../../../features/company/review/page.tsx'
import { paths } from '../addresses.ts'
import { linkToOne, usePageSearch } from '../page-links.tsx'

export function Review() {
  const { search, onSearch } = usePageSearch(paths.companyReview)
  const { id } = useMe()
  return (
    <ReviewPage
      view={{ search, onSearch }}
      ownId={id}
      userLink={linkToOne(paths.companyUsers, {}, 'user')}
    />
  )
}
