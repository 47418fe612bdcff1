import { defineMessages } from '#contract/locale.ts'

export const accountMailMessages = defineMessages(
  {
    addedSubject: 'You are now an administrator of {brand}',
    added: 'You have been added as an administrator of {brand}.',
    companyLogin: 'Log in to the admin area with your company account.',
    logIn: 'Log in',
    resetSubject: 'Your {brand} administrator account has been reset',
    reset:
      'Another administrator has reset your {brand} administrator account. Your sessions have ended and your second factors have been removed.',
    activatedSubject: 'Your {brand} administrator account has been activated',
    activated:
      'Another administrator has activated your {brand} administrator account. You can log in again, with the same roles as before.',
    suspendedSubject: 'Your {brand} administrator account is locked for a day',
    suspended:
      'Another administrator has locked your {brand} administrator account for 24 hours and ended your sessions. Nobody else can make this last alone.',
    deactivatedSubject: 'Your {brand} administrator account has been deactivated',
    deactivated:
      'Another administrator has deactivated your {brand} administrator account. You have been logged out and can no longer log in to the admin area.',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      addedSubject: 'أصبحت مسؤولًا في {brand}',
      added: 'تمت إضافتك مسؤولًا في {brand}.',
      companyLogin: 'سجّل الدخول إلى منطقة الإدارة بحساب شركتك.',
      logIn: 'تسجيل الدخول',
      resetSubject: 'تمت إعادة تعيين حسابك كمسؤول في {brand}',
      reset:
        'أعاد مسؤول آخر تعيين حسابك كمسؤول في {brand}. انتهت جلساتك وأُزيلت خطوات التحقق الثانية.',
      activatedSubject: 'تم تفعيل حسابك كمسؤول في {brand}',
      activated: 'فعّل مسؤول آخر حسابك كمسؤول في {brand}. يمكنك تسجيل الدخول من جديد بالأدوار نفسها.',
      suspendedSubject: 'حسابك كمسؤول في {brand} مقفل ليوم واحد',
      suspended:
        'قفل مسؤول آخر حسابك كمسؤول في {brand} لمدة 24 ساعة وأنهى جلساتك. لا يمكن لشخص واحد جعل ذلك دائمًا.',
      deactivatedSubject: 'تم تعطيل حسابك كمسؤول في {brand}',
      deactivated:
        'عطّل مسؤول آخر حسابك كمسؤول في {brand}. تم تسجيل خروجك ولم يعد بإمكانك تسجيل الدخول إلى منطقة الإدارة.',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      addedSubject: 'Vous êtes maintenant administrateur de {brand}',
      added: 'Vous avez été ajouté aux administrateurs de {brand}.',
      companyLogin: 'Connectez-vous à l’administration avec votre compte d’entreprise.',
      logIn: 'Se connecter',
      resetSubject: 'Votre compte administrateur {brand} a été réinitialisé',
      reset:
        'Un autre administrateur a réinitialisé votre compte administrateur {brand}. Vos sessions ont pris fin et vos seconds facteurs ont été supprimés.',
      activatedSubject: 'Votre compte administrateur {brand} a été activé',
      activated:
        'Un autre administrateur a activé votre compte administrateur {brand}. Vous pouvez de nouveau vous connecter, avec les mêmes rôles qu’avant.',
      suspendedSubject: 'Votre compte administrateur {brand} est verrouillé pour un jour',
      suspended:
        'Un autre administrateur a verrouillé votre compte administrateur {brand} pour 24 heures et mis fin à vos sessions. Personne ne peut rendre cette mesure durable à lui seul.',
      deactivatedSubject: 'Votre compte administrateur {brand} a été désactivé',
      deactivated:
        'Un autre administrateur a désactivé votre compte administrateur {brand}. Vous avez été déconnecté et ne pouvez plus vous connecter à l’administration.',
      questions: 'Une question, ou vous n’attendiez pas ce changement ? Écrivez à {supportEmail}.',
    },
    es: {
      addedSubject: 'Ahora es administrador de {brand}',
      added: 'Se le ha añadido como administrador de {brand}.',
      companyLogin: 'Inicie sesión en la administración con su cuenta de empresa.',
      logIn: 'Iniciar sesión',
      resetSubject: 'Se ha restablecido su cuenta de administrador de {brand}',
      reset:
        'Otro administrador ha restablecido su cuenta de administrador de {brand}. Sus sesiones han finalizado y se han eliminado sus segundos factores.',
      activatedSubject: 'Se ha activado su cuenta de administrador de {brand}',
      activated:
        'Otro administrador ha activado su cuenta de administrador de {brand}. Puede volver a iniciar sesión, con los mismos roles que antes.',
      suspendedSubject: 'Su cuenta de administrador de {brand} está bloqueada durante un día',
      suspended:
        'Otro administrador ha bloqueado su cuenta de administrador de {brand} durante 24 horas y ha finalizado sus sesiones. Nadie puede hacerlo permanente por sí solo.',
      deactivatedSubject: 'Se ha desactivado su cuenta de administrador de {brand}',
      deactivated:
        'Otro administrador ha desactivado su cuenta de administrador de {brand}. Se ha cerrado su sesión y ya no puede iniciar sesión en la administración.',
      questions: '¿Tiene preguntas o no esperaba este cambio? Escriba a {supportEmail}.',
    },
    zh: {
      addedSubject: '您已成为 {brand} 的管理员',
      added: '您已被添加为 {brand} 的管理员。',
      companyLogin: '请使用您的公司账户登录管理区。',
      logIn: '登录',
      resetSubject: '您的 {brand} 管理员账户已重置',
      reset: '另一位管理员重置了您的 {brand} 管理员账户。您的会话已结束，第二验证因素已移除。',
      activatedSubject: '您的 {brand} 管理员账户已启用',
      activated: '另一位管理员启用了您的 {brand} 管理员账户。您可以重新登录，角色与之前相同。',
      suspendedSubject: '您的 {brand} 管理员账户已被锁定一天',
      suspended:
        '另一位管理员已将您的 {brand} 管理员账户锁定 24 小时，并结束了您的会话。任何人都无法单独使其长期生效。',
      deactivatedSubject: '您的 {brand} 管理员账户已停用',
      deactivated: '另一位管理员停用了您的 {brand} 管理员账户。您已退出登录，无法再登录管理区。',
      questions: '有疑问，或者这不在您的预料之中？请写信至 {supportEmail}。',
    },
  },
)
