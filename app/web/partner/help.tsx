import { HelpPage } from '../../../features/help/page.tsx'
import { Platforms } from '../platforms.tsx'

export function Help() {
  return <HelpPage platforms={<Platforms />} />
}
