import { defineMessages } from '#contract/locale.ts'

export const roleMailMessages = defineMessages(
  {
    givenSubject: 'Your new role at {company}',
    given: 'You have been given a role at {company}: {roles}.',
    givenHint: 'What you can do with it is in the menu under Company.',
    takenSubject: 'Your role at {company} has ended',
    taken: 'You no longer have this role at {company}: {roles}.',
    open: 'Open Company',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      givenSubject: 'دورك الجديد في {company}',
      given: 'مُنحت دورًا في {company}: {roles}.',
      givenHint: 'ستجد ما يتيحه لك هذا الدور في القائمة ضمن «الشركة».',
      takenSubject: 'انتهى دورك في {company}',
      taken: 'لم يعد لديك هذا الدور في {company}: {roles}.',
      open: 'فتح صفحة الشركة',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      givenSubject: 'Votre nouveau rôle chez {company}',
      given: 'Un rôle vous a été attribué chez {company} : {roles}.',
      givenHint: 'Ce qu’il vous permet de faire se trouve dans le menu, sous Entreprise.',
      takenSubject: 'Votre rôle chez {company} a pris fin',
      taken: 'Vous n’avez plus ce rôle chez {company} : {roles}.',
      open: 'Ouvrir Entreprise',
      questions: 'Une question, ou vous n’attendiez pas ce changement ? Écrivez à {supportEmail}.',
    },
    es: {
      givenSubject: 'Su nuevo rol en {company}',
      given: 'Se le ha asignado un rol en {company}: {roles}.',
      givenHint: 'Lo que puede hacer con él está en el menú, en Empresa.',
      takenSubject: 'Su rol en {company} ha terminado',
      taken: 'Ya no tiene este rol en {company}: {roles}.',
      open: 'Abrir Empresa',
      questions: '¿Tiene preguntas o no esperaba este cambio? Escriba a {supportEmail}.',
    },
    zh: {
      givenSubject: '您在 {company} 的新角色',
      given: '您已获得 {company} 的角色：{roles}。',
      givenHint: '该角色可以执行的操作位于菜单的“公司”下。',
      takenSubject: '您在 {company} 的角色已结束',
      taken: '您不再拥有 {company} 的以下角色：{roles}。',
      open: '打开“公司”',
      questions: '如有疑问，或此变更出乎您的意料，请联系 {supportEmail}。',
    },
  },
)

export const expiryMailMessages = defineMessages(
  {
    subject: 'Your access to {platform} is ending',
    ends: 'Your access to {platform} ends on {time}.',
    askCompany: 'If you need it longer, ask an administrator of {company}.',
    askSupport: 'If you need it longer, write to {supportEmail}.',
    open: 'Open {platform}',
  },
  {
    ar: {
      subject: 'سينتهي وصولك إلى {platform}',
      ends: 'ينتهي وصولك إلى {platform} في {time}.',
      askCompany: 'إذا كنت بحاجة إليه مدة أطول، فاطلب ذلك من أحد مسؤولي {company}.',
      askSupport: 'إذا كنت بحاجة إليه مدة أطول، فراسلنا على {supportEmail}.',
      open: 'فتح {platform}',
    },
    fr: {
      subject: 'Votre accès à {platform} prend fin',
      ends: 'Votre accès à {platform} prend fin le {time}.',
      askCompany:
        'Si vous en avez besoin plus longtemps, adressez-vous à un administrateur de {company}.',
      askSupport: 'Si vous en avez besoin plus longtemps, écrivez à {supportEmail}.',
      open: 'Ouvrir {platform}',
    },
    es: {
      subject: 'Su acceso a {platform} termina',
      ends: 'Su acceso a {platform} termina el {time}.',
      askCompany: 'Si lo necesita más tiempo, pídalo a un administrador de {company}.',
      askSupport: 'Si lo necesita más tiempo, escriba a {supportEmail}.',
      open: 'Abrir {platform}',
    },
    zh: {
      subject: '您对 {platform} 的访问即将结束',
      ends: '您对 {platform} 的访问将于 {time} 结束。',
      askCompany: '如需延长，请联系 {company} 的管理员。',
      askSupport: '如需延长，请联系 {supportEmail}。',
      open: '打开 {platform}',
    },
  },
)
