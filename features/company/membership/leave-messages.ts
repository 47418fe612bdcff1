import { defineMessages } from '#contract/locale.ts'

/** For leaving a company. */
export const leaveMessages = defineMessages(
  {
    company: 'Company',
    companyHint: 'You belong to {company}. Its administrators look after your account.',
    leave: 'Leave the company',
    askLeave: 'Leave {company}?',
    losePlatforms: 'You lose at once: {platforms}.',
    loseRoles: 'Your roles in the company end: {roles}.',
    keepAccount: 'Your account stays. Only an invitation brings you back.',
    left: 'You have left {company}.',
    failed: 'You have not left the company',
    lastOwner: 'A company needs an active owner. Make somebody else owner first.',
  },
  {
    ar: {
      company: 'الشركة',
      companyHint: 'أنت ضمن {company}. يتولى مسؤولوها شؤون حسابك.',
      leave: 'مغادرة الشركة',
      askLeave: 'مغادرة {company}؟',
      losePlatforms: 'ستفقد فورًا: {platforms}.',
      loseRoles: 'تنتهي أدوارك في الشركة: {roles}.',
      keepAccount: 'يبقى حسابك. لا تعود إلا بدعوة.',
      left: 'لقد غادرت {company}.',
      failed: 'لم تغادر الشركة',
      lastOwner: 'يجب أن يكون للشركة مالك نشط. عيّن شخصًا آخر مالكًا أولًا.',
    },
    fr: {
      company: 'Entreprise',
      companyHint:
        'Vous faites partie de {company}. Ses administrateurs s’occupent de votre compte.',
      leave: 'Quitter l’entreprise',
      askLeave: 'Quitter {company} ?',
      losePlatforms: 'Vous perdez aussitôt : {platforms}.',
      loseRoles: 'Vos rôles dans l’entreprise prennent fin : {roles}.',
      keepAccount: 'Votre compte reste. Seule une invitation vous fait revenir.',
      left: 'Vous avez quitté {company}.',
      failed: 'Vous n’avez pas quitté l’entreprise',
      lastOwner:
        'Une entreprise a besoin d’un propriétaire actif. Nommez d’abord un autre propriétaire.',
    },
    es: {
      company: 'Empresa',
      companyHint: 'Pertenece a {company}. Sus administradores se ocupan de su cuenta.',
      leave: 'Abandonar la empresa',
      askLeave: '¿Abandonar {company}?',
      losePlatforms: 'Pierde de inmediato: {platforms}.',
      loseRoles: 'Terminan sus roles en la empresa: {roles}.',
      keepAccount: 'Su cuenta se conserva. Solo una invitación le permite volver.',
      left: 'Ha abandonado {company}.',
      failed: 'No ha abandonado la empresa',
      lastOwner: 'Una empresa necesita un propietario activo. Nombre antes a otro propietario.',
    },
    zh: {
      company: '公司',
      companyHint: '您属于 {company}，您的账户由其管理员管理。',
      leave: '退出公司',
      askLeave: '退出 {company}？',
      losePlatforms: '您将立即失去：{platforms}。',
      loseRoles: '您在公司中的角色将终止：{roles}。',
      keepAccount: '您的账户会保留，只有受邀才能重新加入。',
      left: '您已退出 {company}。',
      failed: '未能退出公司',
      lastOwner: '公司必须有一名有效的所有者。请先指定其他人为所有者。',
    },
  },
)
