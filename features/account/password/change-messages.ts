import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Change password',
    intro:
      'You stay logged in on this device. All of your other sessions end, and we confirm the change by email.',
    oldPassword: 'Current password',
    newPassword: 'New password',
    confirmPassword: 'Confirm the new password',
    save: 'Change password',
    done: 'Your password has been changed. Your other sessions have ended.',
    wrongOldPassword: 'The current password is not correct',
    tooManyRequests: 'Too many wrong passwords.',
    changedMeanwhile:
      'Your password or this session has changed in the meantime. Please reload the page',
  },
  {
    ar: {
      title: 'تغيير كلمة المرور',
      intro:
        'ستبقى مسجّل الدخول على هذا الجهاز، وتنتهي جميع جلساتك الأخرى، ونؤكد لك التغيير عبر البريد الإلكتروني.',
      oldPassword: 'كلمة المرور الحالية',
      newPassword: 'كلمة المرور الجديدة',
      confirmPassword: 'تأكيد كلمة المرور الجديدة',
      save: 'تغيير كلمة المرور',
      done: 'تم تغيير كلمة المرور، وانتهت جلساتك الأخرى.',
      wrongOldPassword: 'كلمة المرور الحالية غير صحيحة',
      tooManyRequests: 'عدد كبير من كلمات المرور الخاطئة.',
      changedMeanwhile: 'تم تغيير كلمة المرور أو هذه الجلسة في هذه الأثناء. يرجى تحديث الصفحة',
    },
    fr: {
      title: 'Changer le mot de passe',
      intro:
        'Vous restez connecté sur cet appareil. Toutes vos autres sessions prennent fin et nous confirmons le changement par e-mail.',
      oldPassword: 'Mot de passe actuel',
      newPassword: 'Nouveau mot de passe',
      confirmPassword: 'Confirmez le nouveau mot de passe',
      save: 'Changer le mot de passe',
      done: 'Votre mot de passe a été changé. Vos autres sessions ont pris fin.',
      wrongOldPassword: 'Le mot de passe actuel est incorrect',
      tooManyRequests: 'Trop de mots de passe erronés.',
      changedMeanwhile:
        'Votre mot de passe ou cette session a changé entre-temps. Veuillez recharger la page',
    },
    es: {
      title: 'Cambiar la contraseña',
      intro:
        'Seguirá conectado en este dispositivo. Se cerrarán todas sus demás sesiones y le confirmaremos el cambio por correo.',
      oldPassword: 'Contraseña actual',
      newPassword: 'Nueva contraseña',
      confirmPassword: 'Confirme la nueva contraseña',
      save: 'Cambiar la contraseña',
      done: 'Su contraseña se ha cambiado. Sus demás sesiones se han cerrado.',
      wrongOldPassword: 'La contraseña actual no es correcta',
      tooManyRequests: 'Demasiadas contraseñas incorrectas.',
      changedMeanwhile:
        'Su contraseña o esta sesión ha cambiado entretanto. Vuelva a cargar la página',
    },
    zh: {
      title: '更改密码',
      intro: '您在此设备上将保持登录状态，其他所有会话都将结束，我们会通过邮件确认此次更改。',
      oldPassword: '当前密码',
      newPassword: '新密码',
      confirmPassword: '确认新密码',
      save: '更改密码',
      done: '您的密码已更改，其他会话均已结束。',
      wrongOldPassword: '当前密码不正确',
      tooManyRequests: '密码错误次数过多。',
      changedMeanwhile: '您的密码或此会话在此期间已被更改，请重新加载页面',
    },
  },
)

export const mailMessages = defineMessages(
  {
    subject: 'Your {brand} password has been changed',
    greeting: 'Hello {firstname},',
    changed:
      'The password of your {brand} account was changed on {time}, from the IP address {ipAddress}.',
    wasYou: 'If this was you, you don’t need to do anything.',
    notYou:
      'If this was not you, set a new password immediately. This ends all sessions, including that of the person who changed it.',
    link: 'Set a new password',
    support: 'Questions, or can’t log in? Contact us: {supportEmail}',
  },
  {
    ar: {
      subject: 'تم تغيير كلمة مرورك في {brand}',
      greeting: 'مرحبًا {firstname}،',
      changed: 'تم تغيير كلمة مرور حسابك في {brand} بتاريخ {time} من عنوان IP ‏{ipAddress}.',
      wasYou: 'إن كنت أنت من غيّرها، فلا يلزمك أي إجراء.',
      notYou:
        'إن لم تكن أنت، فعيّن كلمة مرور جديدة على الفور. سيؤدي ذلك إلى إنهاء جميع الجلسات، ومنها جلسة من غيّر كلمة المرور.',
      link: 'تعيين كلمة مرور جديدة',
      support: 'لديك سؤال أو تعذّر عليك تسجيل الدخول؟ تواصل معنا: {supportEmail}',
    },
    fr: {
      subject: 'Votre mot de passe {brand} a été changé',
      greeting: 'Bonjour {firstname},',
      changed:
        'Le mot de passe de votre compte {brand} a été changé le {time}, depuis l’adresse IP {ipAddress}.',
      wasYou: 'C’était vous ? Vous n’avez rien à faire.',
      notYou:
        'Ce n’était pas vous ? Définissez immédiatement un nouveau mot de passe : toutes les sessions prendront fin, y compris celle de la personne qui l’a changé.',
      link: 'Définir un nouveau mot de passe',
      support: 'Une question, ou impossible de vous connecter ? Contactez-nous : {supportEmail}',
    },
    es: {
      subject: 'Su contraseña de {brand} se ha cambiado',
      greeting: 'Hola, {firstname}:',
      changed:
        'La contraseña de su cuenta de {brand} se cambió el {time}, desde la dirección IP {ipAddress}.',
      wasYou: '¿Fue usted? Entonces no tiene que hacer nada.',
      notYou:
        '¿No fue usted? Establezca de inmediato una nueva contraseña: se cerrarán todas las sesiones, también la de la persona que la cambió.',
      link: 'Establecer una nueva contraseña',
      support: '¿Tiene preguntas o no puede iniciar sesión? Contacte con nosotros: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 密码已更改',
      greeting: '{firstname}，您好：',
      changed: '您的 {brand} 账户密码已于 {time} 从 IP 地址 {ipAddress} 更改。',
      wasYou: '如果是您本人操作，则无需采取任何措施。',
      notYou: '如果不是您本人操作，请立即设置新密码。所有会话都将结束，包括更改密码者的会话。',
      link: '设置新密码',
      support: '如有疑问或无法登录，请联系我们：{supportEmail}',
    },
  },
)
