import { defineMessages } from '#contract/locale.ts'

export const changeMessages = defineMessages(
  {
    title: 'Password',
    changed: 'Changed {ago}',
    mustChange: 'Choose a new one',
    loading: 'Loading the form',
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
      title: 'كلمة المرور',
      changed: 'آخر تغيير: {ago}',
      mustChange: 'اختر كلمة مرور جديدة',
      loading: 'جارٍ تحميل النموذج',
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
      title: 'Mot de passe',
      changed: 'Dernier changement : {ago}',
      mustChange: 'À changer',
      loading: 'Chargement du formulaire',
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
      title: 'Contraseña',
      changed: 'Último cambio: {ago}',
      mustChange: 'Elija una nueva',
      loading: 'Cargando el formulario',
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
      title: '密码',
      changed: '上次更改：{ago}',
      mustChange: '请设置新密码',
      loading: '正在加载表单',
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

export const changeMailMessages = defineMessages(
  {
    subject: 'Your {brand} password has been changed',
    changed: 'The password of your {brand} account was changed.',
    wasYou: 'If this was you, you don’t need to do anything.',
    notYou:
      'If this was not you, set a new password immediately. This ends all sessions, including that of the person who changed it.',
    adminNotYou: 'If this was not you, tell another administrator immediately.',
    link: 'Set a new password',
    support: 'Questions, or can’t log in? Contact us: {supportEmail}',
  },
  {
    ar: {
      subject: 'تم تغيير كلمة مرورك في {brand}',
      changed: 'تم تغيير كلمة مرور حسابك في {brand}.',
      wasYou: 'إن كنت أنت من غيّرها، فلا يلزمك أي إجراء.',
      notYou:
        'إن لم تكن أنت، فعيّن كلمة مرور جديدة على الفور. سيؤدي ذلك إلى إنهاء جميع الجلسات، ومنها جلسة من غيّر كلمة المرور.',
      adminNotYou: 'إن لم تكن أنت، فأبلغ مسؤولًا آخر على الفور.',
      link: 'تعيين كلمة مرور جديدة',
      support: 'لديك سؤال أو تعذّر عليك تسجيل الدخول؟ تواصل معنا: {supportEmail}',
    },
    fr: {
      subject: 'Votre mot de passe {brand} a été changé',
      changed: 'Le mot de passe de votre compte {brand} a été changé.',
      wasYou: 'C’était vous ? Vous n’avez rien à faire.',
      notYou:
        'Ce n’était pas vous ? Définissez immédiatement un nouveau mot de passe : toutes les sessions prendront fin, y compris celle de la personne qui l’a changé.',
      adminNotYou: 'Ce n’était pas vous ? Prévenez immédiatement un autre administrateur.',
      link: 'Définir un nouveau mot de passe',
      support: 'Une question, ou impossible de vous connecter ? Contactez-nous : {supportEmail}',
    },
    es: {
      subject: 'Su contraseña de {brand} se ha cambiado',
      changed: 'La contraseña de su cuenta de {brand} ha cambiado.',
      wasYou: '¿Fue usted? Entonces no tiene que hacer nada.',
      notYou:
        '¿No fue usted? Establezca de inmediato una nueva contraseña: se cerrarán todas las sesiones, también la de la persona que la cambió.',
      adminNotYou: '¿No fue usted? Avise de inmediato a otro administrador.',
      link: 'Establecer una nueva contraseña',
      support: '¿Tiene preguntas o no puede iniciar sesión? Contacte con nosotros: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 密码已更改',
      changed: '您的 {brand} 账户密码已更改。',
      wasYou: '如果是您本人操作，则无需采取任何措施。',
      notYou: '如果不是您本人操作，请立即设置新密码。所有会话都将结束，包括更改密码者的会话。',
      adminNotYou: '如果不是您本人操作，请立即通知其他管理员。',
      link: '设置新密码',
      support: '如有疑问或无法登录，请联系我们：{supportEmail}',
    },
  },
)

export const resetMessages = defineMessages(
  {
    forgotTitle: 'Forgot your password?',
    forgotText:
      'Enter the email address of your account. We will send you a link to set a new password.',
    email: 'Email',
    send: 'Send the link',
    backToLogin: 'Back to login',
    sentTitle: 'Check your email',
    sentText:
      'We have received your request. If there is an account for {email}, an email with a link should arrive within a few minutes. The link works once, for 30 minutes.',
    junk: 'No email? Check your junk or spam folder too.',
    waitToResend: 'You can request another email in {time}.',
    latestOnly: 'If you receive several emails, only the link in the latest one works.',
    resend: 'Send another email',
    resent: 'We have received your new request.',
    otherAddress: 'Use another address',
    checking: 'Checking your link…',
    resetTitle: 'Choose a new password',
    resetText: 'For your security, you will be logged out on all devices.',
    firstTitle: 'Choose your password',
    firstText: 'You can then log in for the first time.',
    account: 'Account: {email}',
    password: 'New password',
    confirmPassword: 'Confirm the new password',
    save: 'Save password',
    doneTitle: 'Your password has been reset successfully',
    doneText: 'You have been logged out on all devices. Now log in with your new password.',
    firstDoneTitle: 'Your password has been set successfully',
    firstDoneText: 'You can now log in with it.',
    recentPasskeys: 'Passkeys added in the last 30 days',
    recentPasskeysText:
      'A new password does not change your passkeys. If one of these is not yours, log in and remove it.',
    checkPasskeys: 'Log in and check your passkeys',
    logIn: 'Log in',
    invalidTitle: 'This link has expired',
    invalidText:
      'The link is invalid or has expired. Each link works once, for 30 minutes, and only the latest one is valid. Please request a new one.',
    requestNew: 'Request a new link',
  },
  {
    ar: {
      forgotTitle: 'هل نسيت كلمة المرور؟',
      forgotText:
        'أدخل البريد الإلكتروني لحسابك، وسنرسل إليك رابطًا يمكنك من خلاله تعيين كلمة مرور جديدة.',
      email: 'البريد الإلكتروني',
      send: 'إرسال الرابط',
      backToLogin: 'العودة إلى تسجيل الدخول',
      sentTitle: 'تحقق من بريدك الإلكتروني',
      sentText:
        'لقد تلقينا طلبك. إذا كان هناك حساب بالعنوان {email}، فستصلك رسالة تتضمن رابطًا خلال بضع دقائق. الرابط صالح لمدة 30 دقيقة ولمرة واحدة.',
      junk: 'لم تصلك الرسالة؟ يرجى البحث أيضًا في مجلد الرسائل غير المرغوب فيها.',
      waitToResend: 'يمكنك طلب رسالة أخرى بعد {time}.',
      latestOnly: 'إذا وصلتك عدة رسائل، فلا يعمل إلا الرابط الوارد في أحدثها.',
      resend: 'إرسال رسالة أخرى',
      resent: 'لقد تلقينا طلبك الجديد.',
      otherAddress: 'استخدام عنوان آخر',
      checking: 'جارٍ التحقق من الرابط…',
      resetTitle: 'اختر كلمة مرور جديدة',
      resetText: 'حفاظًا على أمانك، سيتم تسجيل خروجك من جميع الأجهزة.',
      firstTitle: 'اختر كلمة المرور',
      firstText: 'بعد ذلك يمكنك تسجيل الدخول لأول مرة.',
      account: 'الحساب: {email}',
      password: 'كلمة المرور الجديدة',
      confirmPassword: 'تأكيد كلمة المرور الجديدة',
      save: 'حفظ كلمة المرور',
      doneTitle: 'تمت إعادة تعيين كلمة المرور بنجاح',
      doneText: 'تم تسجيل خروجك من جميع الأجهزة. سجّل الدخول الآن بكلمة المرور الجديدة.',
      firstDoneTitle: 'تم تعيين كلمة المرور بنجاح',
      firstDoneText: 'سجّل الدخول بها الآن.',
      recentPasskeys: 'مفاتيح المرور المضافة خلال آخر 30 يومًا',
      recentPasskeysText:
        'لا تغيّر كلمة المرور الجديدة مفاتيح المرور. إذا لم يكن أحدها لك، فسجّل الدخول وأزِله.',
      checkPasskeys: 'تسجيل الدخول ومراجعة مفاتيح المرور',
      logIn: 'تسجيل الدخول',
      invalidTitle: 'انتهت صلاحية هذا الرابط',
      invalidText:
        'الرابط غير صالح أو انتهت صلاحيته. يعمل كل رابط مرة واحدة ولمدة 30 دقيقة، ولا يصلح إلا أحدث رابط. يرجى طلب رابط جديد.',
      requestNew: 'طلب رابط جديد',
    },
    fr: {
      forgotTitle: 'Mot de passe oublié ?',
      forgotText:
        'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour définir un nouveau mot de passe.',
      email: 'Adresse e-mail',
      send: 'Envoyer le lien',
      backToLogin: 'Retour à la connexion',
      sentTitle: 'Consultez votre messagerie',
      sentText:
        'Nous avons bien reçu votre demande. Si un compte existe pour {email}, un e-mail contenant un lien devrait vous parvenir dans quelques minutes. Ce lien ne sert qu’une fois et reste valable 30 minutes.',
      junk: 'Rien reçu ? Vérifiez aussi votre dossier de courrier indésirable (spam).',
      waitToResend: 'Vous pourrez demander un autre e-mail dans {time}.',
      latestOnly: 'Si vous recevez plusieurs e-mails, seul le lien du plus récent fonctionne.',
      resend: 'Envoyer un autre e-mail',
      resent: 'Nous avons bien reçu votre nouvelle demande.',
      otherAddress: 'Utiliser une autre adresse',
      checking: 'Vérification de votre lien…',
      resetTitle: 'Choisissez un nouveau mot de passe',
      resetText: 'Pour votre sécurité, vous serez déconnecté de tous vos appareils.',
      firstTitle: 'Choisissez votre mot de passe',
      firstText: 'Vous pourrez ensuite vous connecter pour la première fois.',
      account: 'Compte : {email}',
      password: 'Nouveau mot de passe',
      confirmPassword: 'Confirmez le nouveau mot de passe',
      save: 'Enregistrer le mot de passe',
      doneTitle: 'Votre mot de passe a été réinitialisé',
      doneText:
        'Vous avez été déconnecté de tous vos appareils. Connectez-vous maintenant avec votre nouveau mot de passe.',
      firstDoneTitle: 'Votre mot de passe a été défini',
      firstDoneText: 'Vous pouvez maintenant l’utiliser pour vous connecter.',
      recentPasskeys: 'Clés d’accès ajoutées ces 30 derniers jours',
      recentPasskeysText:
        'Un nouveau mot de passe ne change rien à vos clés d’accès. Si l’une d’elles n’est pas la vôtre, connectez-vous et supprimez-la.',
      checkPasskeys: 'Se connecter et vérifier mes clés d’accès',
      logIn: 'Se connecter',
      invalidTitle: 'Ce lien a expiré',
      invalidText:
        'Le lien n’est pas valable ou a expiré. Chaque lien ne sert qu’une fois, pendant 30 minutes, et seul le plus récent est valable. Veuillez en demander un nouveau.',
      requestNew: 'Demander un nouveau lien',
    },
    es: {
      forgotTitle: '¿Ha olvidado su contraseña?',
      forgotText:
        'Introduzca el correo electrónico de su cuenta. Le enviaremos un enlace para establecer una nueva contraseña.',
      email: 'Correo electrónico',
      send: 'Enviar el enlace',
      backToLogin: 'Volver al inicio de sesión',
      sentTitle: 'Revise su correo electrónico',
      sentText:
        'Hemos recibido su solicitud. Si existe una cuenta para {email}, en unos minutos debería llegarle un correo con un enlace. El enlace sirve una sola vez y es válido durante 30 minutos.',
      junk: '¿No le ha llegado? Mire también en la carpeta de correo no deseado (spam).',
      waitToResend: 'Podrá pedir otro correo dentro de {time}.',
      latestOnly: 'Si recibe varios correos, solo funciona el enlace del más reciente.',
      resend: 'Enviar otro correo',
      resent: 'Hemos recibido su nueva solicitud.',
      otherAddress: 'Usar otra dirección',
      checking: 'Comprobando su enlace…',
      resetTitle: 'Elija una nueva contraseña',
      resetText: 'Por su seguridad, se cerrará la sesión en todos sus dispositivos.',
      firstTitle: 'Elija su contraseña',
      firstText: 'Después podrá iniciar sesión por primera vez.',
      account: 'Cuenta: {email}',
      password: 'Nueva contraseña',
      confirmPassword: 'Confirme la nueva contraseña',
      save: 'Guardar la contraseña',
      doneTitle: 'Su contraseña se ha restablecido correctamente',
      doneText:
        'Se ha cerrado la sesión en todos sus dispositivos. Inicie sesión ahora con su nueva contraseña.',
      firstDoneTitle: 'Su contraseña se ha establecido correctamente',
      firstDoneText: 'Ya puede iniciar sesión con ella.',
      recentPasskeys: 'Llaves de acceso añadidas en los últimos 30 días',
      recentPasskeysText:
        'Una nueva contraseña no cambia sus llaves de acceso. Si alguna de estas no es suya, inicie sesión y elimínela.',
      checkPasskeys: 'Iniciar sesión y revisar mis llaves de acceso',
      logIn: 'Iniciar sesión',
      invalidTitle: 'Este enlace ha caducado',
      invalidText:
        'El enlace no es válido o ha caducado. Cada enlace sirve una sola vez, durante 30 minutos, y solo es válido el más reciente. Solicite uno nuevo.',
      requestNew: 'Solicitar un nuevo enlace',
    },
    zh: {
      forgotTitle: '忘记密码？',
      forgotText: '请输入您账户的电子邮箱，我们将向您发送用于设置新密码的链接。',
      email: '电子邮箱',
      send: '发送链接',
      backToLogin: '返回登录',
      sentTitle: '请查收邮件',
      sentText:
        '我们已收到您的请求。如果 {email} 有对应的账户，您将在几分钟内收到一封含有链接的邮件。该链接 30 分钟内有效，且只能使用一次。',
      junk: '没有收到邮件？请同时检查垃圾邮件文件夹。',
      waitToResend: '{time}后可再次请求发送邮件。',
      latestOnly: '如果收到多封邮件，只有最新一封中的链接有效。',
      resend: '再次发送邮件',
      resent: '我们已收到您的新请求。',
      otherAddress: '使用其他邮箱',
      checking: '正在检查链接…',
      resetTitle: '设置新密码',
      resetText: '为保障安全，您将在所有设备上退出登录。',
      firstTitle: '设置密码',
      firstText: '设置完成后即可首次登录。',
      account: '账户：{email}',
      password: '新密码',
      confirmPassword: '确认新密码',
      save: '保存密码',
      doneTitle: '您的密码已重置成功',
      doneText: '您已在所有设备上退出登录。请使用新密码登录。',
      firstDoneTitle: '您的密码已设置成功',
      firstDoneText: '现在即可使用该密码登录。',
      recentPasskeys: '最近 30 天内添加的通行密钥',
      recentPasskeysText: '新密码不会影响通行密钥。如果其中有不属于您的，请登录后将其移除。',
      checkPasskeys: '登录并检查通行密钥',
      logIn: '登录',
      invalidTitle: '此链接已过期',
      invalidText:
        '链接无效或已过期。每个链接只能使用一次，30 分钟内有效，且仅最新的链接有效。请重新获取链接。',
      requestNew: '重新获取链接',
    },
  },
)

export const resetMailMessages = defineMessages(
  {
    subject: 'Set a new password for {brand}',
    asked:
      'We received a request to reset the password of your {brand} account. Use this link to set a new one.',
    link: 'Set a new password',
    lifetime: 'The link works once, for 30 minutes. Requesting a new link cancels this one.',
    unexpected:
      'If this was not you, ignore this email: your password won’t change. If you receive several, please tell us: {supportEmail}',
    firstSubject: 'Set your password for {brand}',
    first: 'A {brand} account has been created for you. Use this link to choose your password.',
    firstLink: 'Choose my password',
    firstUnexpected:
      'If you did not expect this email, you can ignore it. Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'تعيين كلمة مرور جديدة لحسابك في {brand}',
      asked:
        'تلقينا طلبًا لإعادة تعيين كلمة مرور حسابك في {brand}. يمكنك تعيين كلمة مرور جديدة من خلال هذا الرابط.',
      link: 'تعيين كلمة مرور جديدة',
      lifetime: 'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط، ويُلغى عند طلب رابط جديد.',
      unexpected:
        'لم تطلب ذلك؟ يمكنك تجاهل هذه الرسالة، فلن تتغير كلمة مرورك. وإذا وصلتك عدة رسائل مماثلة، فيرجى إبلاغنا: {supportEmail}',
      firstSubject: 'تعيين كلمة المرور لحسابك في {brand}',
      first: 'تم إنشاء حساب لك في {brand}. اختر كلمة المرور من خلال هذا الرابط.',
      firstLink: 'اختيار كلمة المرور',
      firstUnexpected: 'لم تكن تتوقع هذه الرسالة؟ يمكنك تجاهلها. للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Définissez un nouveau mot de passe pour {brand}',
      asked:
        'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {brand}. Utilisez ce lien pour en définir un nouveau.',
      link: 'Définir un nouveau mot de passe',
      lifetime:
        'Ce lien est valable 30 minutes et ne fonctionne qu’une seule fois. Si vous demandez un nouveau lien, celui-ci est annulé.',
      unexpected:
        'Ce n’était pas vous ? Ignorez ce message : votre mot de passe reste inchangé. Si vous en recevez plusieurs, signalez-le-nous : {supportEmail}',
      firstSubject: 'Définissez votre mot de passe pour {brand}',
      first:
        'Un compte {brand} a été créé pour vous. Choisissez votre mot de passe à l’aide de ce lien.',
      firstLink: 'Choisir mon mot de passe',
      firstUnexpected:
        'Vous n’attendiez pas ce message ? Vous pouvez l’ignorer. Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: 'Establezca una nueva contraseña para {brand}',
      asked:
        'Hemos recibido una solicitud para restablecer la contraseña de su cuenta de {brand}. Establezca una nueva con este enlace.',
      link: 'Establecer una nueva contraseña',
      lifetime:
        'El enlace es válido durante 30 minutos y solo funciona una vez. Si solicita uno nuevo, este queda anulado.',
      unexpected:
        '¿No ha sido usted? Puede ignorar este correo: su contraseña no cambia. Si recibe varios, avísenos: {supportEmail}',
      firstSubject: 'Establezca su contraseña para {brand}',
      first: 'Se ha creado una cuenta de {brand} para usted. Elija su contraseña con este enlace.',
      firstLink: 'Elegir mi contraseña',
      firstUnexpected:
        '¿No esperaba este correo? Puede ignorarlo. Si tiene preguntas: {supportEmail}',
    },
    zh: {
      subject: '设置您的 {brand} 新密码',
      asked: '我们收到了重置您 {brand} 账户密码的请求。请通过此链接设置新密码。',
      link: '设置新密码',
      lifetime: '该链接 30 分钟内有效，且只能使用一次。请求新链接后，此链接即失效。',
      unexpected:
        '不是您本人操作？您可以忽略此邮件，密码不会改变。如果收到多封此类邮件，请告知我们：{supportEmail}',
      firstSubject: '设置您的 {brand} 密码',
      first: '我们已为您创建 {brand} 账户。请通过此链接设置密码。',
      firstLink: '设置我的密码',
      firstUnexpected: '如果您并未预期收到此邮件，可以忽略。如有疑问，请联系：{supportEmail}',
    },
  },
)
